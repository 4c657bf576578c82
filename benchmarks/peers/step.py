# SPDX-License-Identifier: MIT
"""The peer of benchmarks/step: the same networks, steps and samples in eager PyTorch, as an experimenter would write them.

Reads lines `CASE THREADS SECONDS` and answers each with the smallest time in milliseconds. Cases are NET-WIDTHxDEPTHxHEADSxBATCH
for a training step, `heun-` in front of it for sampling BATCH boards through 35 levels, `ancestral-` for sampling them symbol by symbol.
"""

import math
import sys
import time

import torch
import torch.nn.functional as F

from gpt import MaskedDiffusion, NextToken

CELLS, SIDE, GROUP = 36, 6, 3


def position_table(width):
    frequency = 10000.0 ** (-torch.arange(width // 4) / (width / 4))
    axis = torch.arange(SIDE).float()[:, None] * frequency
    half = torch.cat([axis.sin(), axis.cos()], 1)  # [side, width/2]
    col = half[None].expand(SIDE, SIDE, -1)
    row = half[:, None].expand(SIDE, SIDE, -1)
    return torch.cat([col, row], -1).reshape(1, CELLS, width)


class Block(torch.nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.modulation = torch.nn.Linear(width, 6 * width)
        self.qkv = torch.nn.Linear(width, 3 * width)
        self.out = torch.nn.Linear(width, width)
        self.mlp = torch.nn.Sequential(
            torch.nn.Linear(width, 4 * width), torch.nn.GELU("tanh"), torch.nn.Linear(4 * width, width)
        )

    def forward(self, u, c):
        batch, cells, width = u.shape
        shift1, scale1, gate1, shift2, scale2, gate2 = self.modulation(c)[:, None].chunk(6, -1)
        h = F.layer_norm(u, (width,), eps=1e-6) * (1 + scale1) + shift1
        q, k, v = self.qkv(h).view(batch, cells, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        a = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(batch, cells, width)
        u = u + gate1 * self.out(a)
        h = F.layer_norm(u, (width,), eps=1e-6) * (1 + scale2) + shift2
        return u + gate2 * self.mlp(h)


class Dit(torch.nn.Module):
    def __init__(self, width, depth, heads):
        super().__init__()
        self.embed = torch.nn.Linear(1, width)
        self.noise = torch.nn.Sequential(torch.nn.Linear(256, width), torch.nn.SiLU(), torch.nn.Linear(width, width))
        self.blocks = torch.nn.ModuleList(Block(width, heads) for _ in range(depth))
        self.modulation = torch.nn.Linear(width, 2 * width)
        self.out = torch.nn.Linear(width, 1)
        self.register_buffer("position", position_table(width))
        self.register_buffer("frequency", torch.exp(-math.log(10000) * torch.arange(128) / 128))

    def forward(self, x, noise):
        angle = noise[:, None] * self.frequency
        c = F.silu(self.noise(torch.cat([angle.cos(), angle.sin()], 1)))
        u = self.embed(x) + self.position
        for block in self.blocks:
            u = block(u, c)
        shift, scale = self.modulation(c)[:, None].chunk(2, -1)
        return self.out(F.layer_norm(u, u.shape[-1:], eps=1e-6) * (1 + scale) + shift)


class Experiment:
    def __init__(self, width, depth, heads, batch):
        torch.manual_seed(0)
        self.batch = batch
        self.net = Dit(width, depth, heads)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=1e-4)
        free = torch.randint(0, 2, (1024, CELLS // GROUP, GROUP - 1)) * 2 - 1
        self.data = torch.cat([free, free.prod(-1, keepdim=True)], -1).reshape(1024, CELLS, 1).float()

    def denoise(self, x, sigma):
        total = sigma * sigma + 1
        skip, out, into = 1 / total, sigma / total.sqrt(), 1 / total.sqrt()
        f = self.net(into[:, None, None] * x, sigma.log() / 4)
        return skip[:, None, None] * x + out[:, None, None] * f

    def step(self):
        clean = self.data[torch.randint(0, len(self.data), (self.batch,))]
        sigma = (torch.randn(self.batch) * 1.2 - 1.2).exp()
        noisy = clean + sigma[:, None, None] * torch.randn_like(clean)
        weight = (sigma * sigma + 1) / (sigma * sigma)
        loss = (weight[:, None, None] * (self.denoise(noisy, sigma) - clean) ** 2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()

    @torch.no_grad()
    def sample(self, levels=35, largest=80.0, smallest=0.002, rho=7.0):
        ramp = torch.linspace(0, 1, levels)
        sigmas = (largest ** (1 / rho) + ramp * (smallest ** (1 / rho) - largest ** (1 / rho))) ** rho
        sigmas = torch.cat([sigmas, torch.zeros(1)])
        x = sigmas[0] * torch.randn(self.batch, CELLS, 1)
        for here, after in zip(sigmas[:-1], sigmas[1:]):
            slope = (x - self.denoise(x, here.expand(self.batch))) / here
            moved = x + (after - here) * slope
            if after > 0:
                slope2 = (moved - self.denoise(moved, after.expand(self.batch))) / after
                moved = x + (after - here) * (slope + slope2) / 2
            x = moved
        return x


class UddmBlock(torch.nn.Module):
    def __init__(self, width, heads, condition):
        super().__init__()
        self.heads = heads
        self.norm1 = torch.nn.LayerNorm(width, bias=False)
        self.norm2 = torch.nn.LayerNorm(width, bias=False)
        self.modulation = torch.nn.Linear(condition, 6 * width)
        self.qkv = torch.nn.Linear(width, 3 * width, bias=False)
        self.out = torch.nn.Linear(width, width, bias=False)
        self.mlp = torch.nn.Sequential(
            torch.nn.Linear(width, 4 * width), torch.nn.GELU("tanh"), torch.nn.Linear(4 * width, width)
        )

    def forward(self, u, c, cosine, sine):
        batch, cells, width = u.shape
        shift1, scale1, gate1, shift2, scale2, gate2 = self.modulation(c)[:, None].chunk(6, -1)
        h = self.norm1(u) * (1 + scale1) + shift1
        q, k, v = self.qkv(h).view(batch, cells, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        q, k = (x * cosine + torch.cat([-x[..., x.shape[-1] // 2 :], x[..., : x.shape[-1] // 2]], -1) * sine for x in (q, k))
        a = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(batch, cells, width)
        u = u + gate1 * self.out(a)
        h = self.norm2(u) * (1 + scale2) + shift2
        return u + gate2 * self.mlp(h)


class Uddm(torch.nn.Module):
    def __init__(self, width, depth, heads, symbols, cells, condition=128):
        super().__init__()
        self.token = torch.nn.Embedding(symbols, width)
        self.noise = torch.nn.Sequential(torch.nn.Linear(256, condition), torch.nn.SiLU(), torch.nn.Linear(condition, condition))
        self.blocks = torch.nn.ModuleList(UddmBlock(width, heads, condition) for _ in range(depth))
        self.modulation = torch.nn.Linear(condition, 2 * width)
        self.norm = torch.nn.LayerNorm(width, bias=False)
        self.out = torch.nn.Linear(width, symbols)
        self.register_buffer("frequency", torch.exp(-math.log(10000) * torch.arange(128) / 128))
        head = width // heads
        angle = torch.arange(cells)[:, None] * 10000.0 ** (-torch.arange(head // 2) * 2 / head)
        self.register_buffer("cosine", torch.cat([angle.cos()] * 2, -1))
        self.register_buffer("sine", torch.cat([angle.sin()] * 2, -1))

    def forward(self, z, level):
        angle = level[:, None] * self.frequency
        c = F.silu(self.noise(torch.cat([angle.cos(), angle.sin()], 1)))
        u = self.token(z)
        for block in self.blocks:
            u = block(u, c, self.cosine, self.sine)
        shift, scale = self.modulation(c)[:, None].chunk(2, -1)
        return self.out(self.norm(u) * (1 + scale) + shift).log_softmax(-1)


class UniformDiffusion:
    SYMBOLS, CELLS = 27, 64

    def __init__(self, width, depth, heads, batch):
        torch.manual_seed(0)
        self.batch = batch
        self.net = Uddm(width, depth, heads, self.SYMBOLS, self.CELLS)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=1e-4)
        self.data = torch.randint(0, self.SYMBOLS, (1024, self.CELLS))

    def step(self, eps=1e-3):
        x = self.data[torch.randint(0, len(self.data), (self.batch,))]
        t = 1e-3 + (1 - 1e-3) * (torch.rand(self.batch) + torch.arange(self.batch)) / self.batch
        rest, slope = ((1 - eps) * t)[:, None], -(1 - eps)
        alpha = 1 - rest
        z = torch.where(torch.rand(x.shape) < rest, torch.randint(0, self.SYMBOLS, x.shape), x)
        log_p = self.net(z, -alpha[:, 0].log())
        scale = (self.SYMBOLS * alpha)[..., None]
        clean = scale * F.one_hot(x, self.SYMBOLS) + rest[..., None]
        ours = scale * log_p.exp() + rest[..., None]
        clean_z, ours_z = (p.gather(-1, z[..., None]) for p in (clean, ours))
        terms = clean / clean_z * (ours_z.log() - ours.log() + clean.log() - clean_z.log())
        cell = (self.SYMBOLS / clean_z - self.SYMBOLS / ours_z).squeeze(-1) - terms.sum(-1)
        loss = (slope / scale.squeeze(-1) * cell).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


NETS = {"dit": Experiment, "uddm": UniformDiffusion, "gpt": NextToken, "bidirectional": MaskedDiffusion}


def smallest_ms(work, seconds):
    best, begin = math.inf, time.perf_counter()
    rounds = 0
    while rounds < 2 or time.perf_counter() - begin < seconds:
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
        rounds += 1
    return 1e3 * best


def main():
    experiments = {}
    for line in sys.stdin:
        case, threads, seconds = line.split()
        torch.set_num_threads(int(threads))
        sizes = case.removeprefix("heun-").removeprefix("ancestral-")
        if case not in experiments:
            net, numbers = sizes.split("-")
            experiments[case] = NETS[net](*map(int, numbers.split("x")))
            experiments[case].step()
        experiment = experiments[case]
        print(smallest_ms(experiment.sample if case != sizes else experiment.step, float(seconds)), flush=True)


if __name__ == "__main__":
    main()
