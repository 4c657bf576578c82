# SPDX-License-Identifier: MIT
"""Compares what a snippet printed with its .out file: `compare_output.py EXPECTED PRINTED TOLERANCE`.

Text must agree letter for letter; numbers with a decimal point may differ by the tolerance, because a training run
depends on the instruction set of the machine in its last digits, and after many steps in more.
"""

import re
import sys
from pathlib import Path

NUMBER = re.compile(r"-?\d+\.\d+")


def finding(expected, printed, tolerance):
    if NUMBER.sub("#", expected) != NUMBER.sub("#", printed):
        return "the text differs"
    for one, other in zip(NUMBER.findall(expected), NUMBER.findall(printed)):
        if abs(float(one) - float(other)) > tolerance:
            return f"{other} is not within {tolerance} of {one}"
    return None


def main():
    expected, printed = (Path(name).read_text(encoding="utf-8") for name in sys.argv[1:3])
    found = finding(expected, printed, float(sys.argv[3]))
    if found:
        print(f"{found}. Expected:\n{expected}\nGot:\n{printed}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
