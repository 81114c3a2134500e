# Every function and method that draws random numbers.
import torch, torch.nn as nn, torch.nn.functional as F

torch.manual_seed(0)
print(
    torch.rand(5),
    torch.randn(5),
    torch.randn(17),
    torch.rand(2, 3),
    torch.randint(10, (5,)),
    torch.randint(-5, 5, (3, 2)),
    torch.randint(0, 2**40, (3,)),
    torch.randint(0, 2, (4,), dtype=torch.int32),
    torch.randint(0, 256, (5,), dtype=torch.uint8),
    torch.randperm(10),
    torch.randperm(1),
    torch.randperm(0),
    torch.normal(0, 1, (3,)),
    torch.normal(torch.zeros(3), torch.ones(3)),
    torch.normal(2.0, torch.tensor([1.0, 2.0])),
    torch.normal(torch.tensor([1.0, 2.0]), 0.5),
    torch.normal(5, 2, (20,)),
)
print(
    torch.bernoulli(torch.full((6,), 0.3)),
    torch.bernoulli(torch.ones(5), 0.5),
    torch.multinomial(torch.tensor([1.0, 2.0, 3.0]), 2),
    torch.multinomial(torch.tensor([1.0, 2.0, 3.0]), 5, replacement=True),
    torch.multinomial(torch.ones(2, 4), 2),
    torch.poisson(torch.tensor([1.0, 5.0, 20.0])),
    torch.rand(3, dtype=torch.float64),
    torch.randn(3, dtype=torch.float64),
    torch.randn(16),
    torch.randn(15),
    torch.randn(31),
    torch.randn(33),
    torch.randn(100)[-5:],
    torch.rand(100)[-5:],
    torch.randn(4, 4, dtype=torch.float64),
    torch.rand(2, requires_grad=True),
    torch.randn(2, 2, requires_grad=True),
)
print(
    torch.empty(3).uniform_(),
    torch.empty(4).uniform_(2, 3),
    torch.empty(3).normal_(),
    torch.empty(20).normal_(1, 2)[:3],
    torch.empty(3).exponential_(),
    torch.empty(3).exponential_(2.0),
    torch.empty(3).geometric_(0.3),
    torch.empty(3).cauchy_(),
    torch.empty(3).log_normal_(),
    torch.empty(5).bernoulli_(),
    torch.empty(5).bernoulli_(0.2),
    torch.empty(5).random_(10),
    torch.empty(5, dtype=torch.int64).random_(0, 100),
    torch.rand_like(torch.ones(2)),
    torch.randn_like(torch.ones(3, dtype=torch.float64)),
    torch.randint_like(torch.ones(3), 5),
    torch.randint_like(torch.ones(3, dtype=torch.int64), 2, 8),
)
g = torch.Generator().manual_seed(42)
print(
    torch.rand(3, generator=g),
    torch.randn(3, generator=g),
    torch.randperm(5, generator=g),
    torch.randint(10, (3,), generator=g),
    torch.bernoulli(torch.full((3,), 0.5), generator=g),
    torch.multinomial(torch.ones(4), 2, generator=g),
    g.initial_seed(),
    torch.initial_seed(),
    torch.normal(0.0, 1.0, (2,), generator=g),
    torch.empty(2).uniform_(generator=g),
    torch.empty(2).normal_(generator=g),
)
s = torch.get_rng_state()
a = torch.rand(2)
torch.set_rng_state(s)
print(torch.equal(a, torch.rand(2)), s.shape, s.dtype)
with torch.random.fork_rng():
    torch.manual_seed(5)
    print(torch.rand(2))
print(torch.rand(2), torch.seed() > 0, torch.manual_seed(7))
print(torch.randn(3))
torch.manual_seed(-1)
print(torch.rand(1))
torch.manual_seed(2**40)
print(torch.rand(1))
torch.cuda.manual_seed_all(3)
torch.random.manual_seed(1)
print(torch.rand(1))
for p in (0.0, 0.1, 0.5, 0.9, 1.0):
    print(
        F.dropout(torch.ones(10), p),
        F.dropout(torch.ones(20), p).sum(),
        F.dropout(torch.ones(3), p, training=False),
    )
print(
    F.dropout(torch.ones(4, 4), 0.3),
    nn.Dropout(0.25)(torch.ones(8)),
    F.dropout2d(torch.ones(1, 3, 2, 2), 0.5),
    F.alpha_dropout(torch.ones(5), 0.5),
    F.gumbel_softmax(torch.ones(3)),
    F.rrelu(torch.tensor([-1.0, -2.0]), training=True),
    nn.Dropout1d()(torch.ones(1, 2, 3)),
)
torch.manual_seed(1)
x = torch.randn(3, 4)
print(x)
print(x.mean(), x.std())
print(torch.randn(2, 8))
print(torch.randn(2, 9))
print(
    torch.randn(7).double(),
    torch.randn((2, 3)),
    torch.randn([2]),
    torch.randn(size=(2,)),
    torch.randn(()),
    torch.rand(()),
    torch.randint(3, ()),
    torch.randn(0),
    torch.randint(high=5, size=(2,)),
    torch.randint(low=2, high=5, size=(2,)),
)
