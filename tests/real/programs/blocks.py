"""A text that compresses, the same every time, of the size that is asked for."""

import random


def write(path, size):
    chance = random.Random(1)
    words = [bytes(chance.choices(b"abcdefgh", k=chance.randint(2, 9))) for _ in range(500)]
    text = bytearray()
    while len(text) < size:
        text += chance.choice(words) + b" "
    path.write_bytes(text[:size])
