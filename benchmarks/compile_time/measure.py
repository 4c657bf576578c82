#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How long the compiler takes for the public headers and for whole programs, against the budgets in budget.csv.

Every case is one translation unit, checked with -fsyntax-only (or compiled with -O3 where budget.csv says so). The cases
are taken in turn, `--rounds` times, and each keeps its smallest user + system time, which load on the machine disturbs
least. clang, where it is found, adds its count of types: a number that does not depend on the machine at all.

JSON lines on stdout, one a case; a table on stderr. The exit code is 0 even over budget: times are no test.
"""

import argparse
import csv
import json
import os
import platform
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def torch_includes():
    """Include folders of a LibTorch in the environment that the scripts make, or none."""
    found = sorted((ROOT / "build").glob("**/site-packages/torch/include"))
    return [found[0], found[0] / "torch/csrc/api/include"] if found else []


def read_cases(path):
    """Rows of budget.csv: what (a header, or a source file of the repository), seconds, types, flags, needs."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return [{key: (value or "").strip() for key, value in row.items()} for row in rows]


def source_of(case, folder):
    """The translation unit of a case: a program as it stands, or one line that includes a header."""
    if case["what"].endswith(".cpp"):
        return ROOT / case["what"]
    unit = Path(folder) / (re.sub(r"\W", "_", case["what"]) + ".cpp")
    unit.write_text(f"#include <{case['what']}>\n", encoding="utf-8")
    return unit


def command_of(compiler, case, unit, torch):
    command = [compiler, "-std=c++20", f"-I{ROOT / 'include'}"]
    if case["needs"] == "torch":
        command += ["-DREGULA_HAS_TORCH=1", *(f"-isystem{path}" for path in torch)]
    if case["flags"]:
        return command + case["flags"].split() + ["-c", "-o", os.devnull, str(unit)]
    return command + ["-fsyntax-only", str(unit)]


def seconds_of(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(f"measure.py: this does not compile: {' '.join(command)}\n{done.stderr[:4000]}")
    return (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)


def types_of(clang, case, unit, torch):
    """clang's count of types in the unit."""
    command = command_of(clang, {**case, "flags": ""}, unit, torch) + ["-Xclang", "-print-stats"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    match = re.search(r"(\d+) types total", done.stderr)
    return int(match.group(1)) if match else None


def lines_of(compiler, case, unit, torch):
    """Lines of the preprocessed unit that are not empty."""
    command = [part for part in command_of(compiler, {**case, "flags": ""}, unit, torch) if part != "-fsyntax-only"]
    done = subprocess.run(command + ["-E", "-P"], capture_output=True, text=True, check=False)
    return sum(1 for line in done.stdout.splitlines() if line.strip())


def first_line(command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("only", nargs="*", help="cases whose name contains one of these words (default: all)")
    parser.add_argument("--compiler", default="g++", help="the compiler that is timed (default: g++)")
    parser.add_argument("--clang", default="clang++-19", help="counts types, if it is installed (default: clang++-19)")
    parser.add_argument("--rounds", type=int, default=5, help="times each case is compiled (default: 5)")
    chosen = parser.parse_args()

    torch = torch_includes()
    cases = [
        case
        for case in read_cases(Path(__file__).with_name("budget.csv"))
        if (not chosen.only or any(word in case["what"] for word in chosen.only))
        and (case["needs"] != "torch" or torch)
        and (not case["what"].endswith(".cpp") or (ROOT / case["what"]).is_file())
    ]
    if not cases:
        sys.exit(f"measure.py: no case of budget.csv is called like {' or '.join(chosen.only)}")
    clang = shutil.which(chosen.clang)
    machine = {"bench": "compile_time", "compiler": first_line([chosen.compiler, "--version"]),
               "machine": platform.machine(), "cores": os.cpu_count(), "rounds": chosen.rounds}
    print(json.dumps(machine), flush=True)

    with tempfile.TemporaryDirectory() as folder:
        units = [source_of(case, folder) for case in cases]
        commands = [command_of(chosen.compiler, case, unit, torch) for case, unit in zip(cases, units)]
        best = [float("inf")] * len(cases)
        for _ in range(chosen.rounds):
            for i, command in enumerate(commands):
                best[i] = min(best[i], seconds_of(command))
        print(f"{'unit':44} {'seconds':>8} {'budget':>7} {'types':>8} {'budget':>7} {'lines':>7}", file=sys.stderr)
        for case, unit, seconds in zip(cases, units, best):
            types = types_of(clang, case, unit, torch) if clang else None
            budget = float(case["seconds"]) if case["seconds"] else None
            ceiling = int(case["types"]) if case["types"] else None
            lines = lines_of(chosen.compiler, case, unit, torch)
            print(json.dumps({"bench": "compile_time", "case": case["what"], "flags": case["flags"] or "-fsyntax-only",
                              "seconds": round(seconds, 3), "budget_seconds": budget, "types": types,
                              "budget_types": ceiling, "lines": lines}), flush=True)
            over = (budget and seconds > budget) or (ceiling and types and types > ceiling)
            print(f"{case['what']:44} {seconds:8.2f} {budget or '':>7} {types or '':>8} {ceiling or '':>7} {lines:7}"
                  f"{'  over budget' if over else ''}", file=sys.stderr)


if __name__ == "__main__":
    main()
