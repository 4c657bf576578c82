# SPDX-License-Identifier: MIT
"""Our safetensors writer against the Python package: safetensors_roundtrip.py PROGRAM

Runs PROGRAM (write_sample.cpp) and compares the file with values made here. Exit code 77 if the package is missing.
"""

import json
import pathlib
import struct
import subprocess
import sys
import tempfile

try:
    import numpy
    import safetensors
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

SHAPES = {
    "u8": ("uint8", (5,)),
    "u16": ("uint16", (3, 1, 7)),
    "i32": ("int32", (2, 3)),
    "f32": ("float32", (4, 3, 12)),
    "i64": ("int64", (9,)),
    "f64": ("float64", (2, 2)),
    "scalar": ("float64", ()),
    "empty": ("float32", (0, 3)),
    'n\u00e4me with "quotes" and \\': ("float32", (1,)),
}
METADATA = {"net": "dit", "r\u00e9": 'line one\nline "two"'}


def ramp(dtype, shape):
    count = int(numpy.prod(shape, dtype=int))
    return ((3 * numpy.arange(count) + 1) % 251).astype(dtype).reshape(shape)


def check_layout(path):
    """What the format asks beyond what the package checks: padding and alignment."""
    content = path.read_bytes()
    (length,) = struct.unpack("<Q", content[:8])
    assert length % 8 == 0, f"header length {length} is not a multiple of 8"
    header = json.loads(content[8 : 8 + length])
    for name, entry in header.items():
        if name != "__metadata__":
            size = numpy.dtype(SHAPES[name][0]).itemsize
            assert entry["data_offsets"][0] % size == 0, f"{name} is not aligned"


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "sample.safetensors"
        subprocess.run([program, str(path)], check=True)
        check_layout(path)
        with safetensors.safe_open(path, framework="numpy") as file:
            assert file.metadata() == METADATA, file.metadata()
            assert set(file.keys()) == set(SHAPES), file.keys()
            for name, (dtype, shape) in SHAPES.items():
                found, expected = file.get_tensor(name), ramp(dtype, shape)
                assert found.dtype == expected.dtype, f"{name}: {found.dtype}, expected {expected.dtype}"
                assert found.shape == expected.shape, f"{name}: {found.shape}, expected {expected.shape}"
                assert numpy.array_equal(found, expected), f"{name}: {found}, expected {expected}"
    print(f"{len(SHAPES)} tensors agree (safetensors {safetensors.__version__})")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: safetensors_roundtrip.py PROGRAM")
    main(sys.argv[1])
