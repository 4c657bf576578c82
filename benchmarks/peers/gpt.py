# SPDX-License-Identifier: MIT
"""Peers of the GPT cases in eager PyTorch: next token and sampling without a cache, and masked diffusion."""

import torch
import torch.nn.functional as F


class Block(torch.nn.Module):
    def __init__(self, width, heads, causal):
        super().__init__()
        self.heads, self.causal = heads, causal
        self.norm1 = torch.nn.LayerNorm(width)
        self.norm2 = torch.nn.LayerNorm(width)
        self.qkv = torch.nn.Linear(width, 3 * width)
        self.out = torch.nn.Linear(width, width)
        self.mlp = torch.nn.Sequential(
            torch.nn.Linear(width, 4 * width), torch.nn.GELU("tanh"), torch.nn.Linear(4 * width, width)
        )

    def forward(self, u):
        batch, cells, width = u.shape
        q, k, v = self.qkv(self.norm1(u)).view(batch, cells, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        a = F.scaled_dot_product_attention(q, k, v, is_causal=self.causal).transpose(1, 2).reshape(batch, cells, width)
        u = u + self.out(a)
        return u + self.mlp(self.norm2(u))


class Gpt(torch.nn.Module):
    def __init__(self, width, depth, heads, symbols, cells, causal):
        super().__init__()
        self.token = torch.nn.Embedding(symbols + 1, width)
        self.position = torch.nn.Embedding(cells, width)
        self.blocks = torch.nn.ModuleList(Block(width, heads, causal) for _ in range(depth))
        self.norm = torch.nn.LayerNorm(width)

    def forward(self, x):
        u = self.token(x) + self.position.weight[: x.shape[1]]
        for block in self.blocks:
            u = block(u)
        return self.norm(u) @ self.token.weight.T


class Experiment:
    def __init__(self, width, depth, heads, batch):
        torch.manual_seed(0)
        self.batch = batch
        self.net = Gpt(width, depth, heads, self.SYMBOLS, self.CELLS, self.CAUSAL)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=1e-4)
        self.data = torch.randint(0, self.SYMBOLS, (1024, self.CELLS))

    def step(self):
        loss = self.loss(self.data[torch.randint(0, len(self.data), (self.batch,))])
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


class NextToken(Experiment):
    SYMBOLS, CELLS, CAUSAL = 2, 36, True

    def loss(self, x):
        start = torch.full((len(x), 1), self.SYMBOLS)
        return F.cross_entropy(self.net(torch.cat([start, x[:, :-1]], 1)).flatten(0, 1), x.flatten())

    @torch.no_grad()
    def sample(self):
        x = torch.full((self.batch, 1), self.SYMBOLS)
        for _ in range(self.CELLS):
            x = torch.cat([x, self.net(x)[:, -1].softmax(-1).multinomial(1)], 1)
        return x[:, 1:]


class MaskedDiffusion(Experiment):
    SYMBOLS, CELLS, CAUSAL = 2, 21, False

    def loss(self, x):
        t = 1e-3 + (1 - 1e-3) * (torch.rand(len(x)) + torch.arange(len(x))) / len(x)
        hidden = torch.rand(x.shape) < t[:, None]
        logits = self.net(torch.where(hidden, self.SYMBOLS, x))[..., : self.SYMBOLS]
        cell = F.cross_entropy(logits.flatten(0, 1), x.flatten(), reduction="none").view(x.shape)
        return (cell * hidden / t[:, None]).mean()
