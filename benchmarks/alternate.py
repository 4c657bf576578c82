# SPDX-License-Identifier: MIT
"""Runs our workers and their peer in turn and prints ratios: JSON lines on stdout, a table on stderr.

A worker is a program that reads lines `CASE THREADS SECONDS` and answers each with its smallest time in milliseconds. Within a
round every worker is asked once, one after the other, with nothing else running; the smallest of all rounds counts.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from pathlib import Path

STEP_CASES = [
    # name, network and size, training step or sampling
    ("dit 64x3x4, batch 64", "dit-64x3x4x64", "step"),
    ("dit 128x4x4, batch 128", "dit-128x4x4x128", "step"),
    ("dit 384x6x6, batch 32", "dit-384x6x6x32", "step"),
    ("heun 64x3x4, 256 samples, 69 evaluations", "dit-64x3x4x256", "heun"),
    ("uddm 128x4x4, 64 cells, batch 64", "uddm-128x4x4x64", "step"),
    ("gpt 64x3x4, batch 64", "gpt-64x3x4x64", "step"),
    ("gpt 384x6x6, batch 32", "gpt-384x6x6x32", "step"),
    ("bidirectional 128x2x4, batch 500", "bidirectional-128x2x4x500", "step"),
    ("ancestral 64x3x4, 2048 sequences", "gpt-64x3x4x2048", "ancestral"),
]
CELLS = {"dit": 36, "uddm": 64, "gpt": 36, "bidirectional": 21}
PASSES = {"step": 3, "heun": 69, "ancestral": 1}  # forward passes that the arithmetic of a case amounts to


class Worker:
    def __init__(self, command):
        environment = {k: v for k, v in os.environ.items() if not k.startswith("OPENBLAS_")}
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)

    def ask(self, case, threads, seconds):
        print(case, threads, seconds, file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit(f"bench: worker {self.process.args} ended early, exit code {self.process.wait()}")
        time.sleep(0.3)  # a finished pool of threads spins for a while
        return float(answer)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def processor():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor()


def flops(sizes, kind):
    """Floating-point operations of the matrix products in a step or a sampling, as if every cell saw every other."""
    net, numbers = sizes.split("-")
    width, depth, _, batch = map(int, numbers.split("x"))
    cells = CELLS[net]
    forward = 2 * batch * depth * (12 * width * width * cells + 2 * cells * cells * width)
    return forward * PASSES[kind]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tree", type=Path, required=True, help="build tree with the workers")
    parser.add_argument("--clang-tree", type=Path, help="build tree of another compiler, with the native workers")
    parser.add_argument("--python", required=True, help="interpreter that imports torch")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0, help="of each worker in each round")
    parser.add_argument("--threads", type=int, nargs="*", default=sorted({1, min(2, os.cpu_count() or 1)}))
    parser.add_argument("--case", default="", help="only cases whose name holds this text")
    options = parser.parse_args()

    peak = float(subprocess.run([options.tree / "bench_peak"], capture_output=True, text=True, check=True).stdout)
    machine = {
        "bench": "machine",
        "cpu": processor(),
        "cores": os.cpu_count(),
        "fp32_peak_gflops_one_core": round(peak, 1),
        "rounds": options.rounds,
        "seconds": options.seconds,
    }
    print(json.dumps(machine), flush=True)
    print(f"{machine['cpu']}, {machine['cores']} cores, fp32 peak of a core {peak:.0f} GFLOP/s (measured)", file=sys.stderr)
    row = "{:<42} {:>15} {:>8} {:>10} {:>10} {:>7} {:>8}"
    print(row.format("case", "engine", "threads", "ours ms", "peer ms", "ratio", "of peak"), file=sys.stderr)

    peer = Worker([options.python, str(Path(__file__).parent / "peers" / "step.py")])
    for name, sizes, kind in STEP_CASES:
        if options.case not in name:
            continue
        case = sizes if kind == "step" else f"{kind}-{sizes}"
        programs = {"native": options.tree / f"bench_step_native_{sizes}", "torch": options.tree / f"bench_step_torch_{sizes}"}
        if options.clang_tree:
            programs["native, clang++"] = options.clang_tree / f"bench_step_native_{sizes}"
        ours = {engine: Worker([program]) for engine, program in programs.items() if program.exists()}
        engines = list(ours)
        for threads in options.threads:
            best = dict.fromkeys(["peer", *engines], float("inf"))
            for _ in range(options.rounds):
                for who, worker in [("peer", peer), *ours.items()]:
                    best[who] = min(best[who], worker.ask(case, threads, options.seconds))
            for engine in engines:
                share = flops(sizes, kind) / (best[engine] * 1e-3) / (peak * 1e9 * threads)
                result = {
                    "bench": "step",
                    "case": name,
                    "engine": engine,
                    "threads": threads,
                    "ours_ms": round(best[engine], 3),
                    "peer_ms": round(best["peer"], 3),
                    "ratio": round(best["peer"] / best[engine], 2),
                    "share_of_peak": round(share, 3),
                }
                print(json.dumps(result), flush=True)
                print(
                    row.format(name, engine, threads, f"{best[engine]:.2f}", f"{best['peer']:.2f}", f"{result['ratio']:.2f}", f"{share:.0%}"),
                    file=sys.stderr,
                )
        for worker in ours.values():
            worker.close()
    peer.close()


if __name__ == "__main__":
    main()
