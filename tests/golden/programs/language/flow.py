# Loops, branches and leaving them.
for i in range(5):
    if i == 1:
        continue
    elif i == 4:
        break
    else:
        print("round", i)
else:
    print("not reached")
for i in []:
    pass
else:
    print("empty loop's else")
n = 3
while n:
    n -= 1
    if n == 5:
        break
else:
    print("while's else", n)
while True:
    n += 1
    if n > 2: break
print(n)
for a in range(3):
    for b in range(3):
        if b == 1:
            break
        print(a, b)
    else:
        print("never")
def find(rows, wanted):
    for r, row in enumerate(rows):
        for c, value in enumerate(row):
            if value == wanted:
                return r, c
    return None
print(find([[1, 2], [3, 4]], 3), find([[1]], 9))
x = 5; y = 6; print(x, y)
if x > 3 and y > 5 or False: print("one line")
if not x:
    print("no")
elif x == 5 != 6 > 2:
    print("chain")
def nothing():
    pass
print(nothing())
total = 0
for i in range(10):
    if i % 2:
        continue
    for j in range(i):
        if j == 3:
            continue
        try:
            if j == 5:
                break
            total += j
        finally:
            total += 100
print(total)
long = 1 + \
    2 + \
    3
print(long, (1 +
  2), [
    1,
    2,  # a comment
])
