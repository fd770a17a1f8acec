"""The WHEN lines as functions: for which inputs some schedule of a program fails, worked out by hand and independent of Sleave.

An input is a `Value`: a number, lowest byte first, that can also be taken apart into its bytes. Run as a script this checks that every
function is true of the program's WITNESS and false of its NEAR line and of the default input.
"""

import base64
import pathlib
import re
import shlex
import sys


class Value(int):
    """Of an input: the number, and its bytes."""

    def __new__(cls, content, base=0):
        made = super().__new__(cls, int.from_bytes(content, "little") + base)
        made.bytes = bytes(content)
        return made

    def __getitem__(self, index):
        return self.bytes[index]

    @property
    def text(self):
        """Up to the first zero byte."""
        return self.bytes.split(b"\0")[0].decode("latin-1")


def _bank_fee(amount):
    total = amount + amount // 100 * 3 + 25
    return amount > 0 and total <= 1000 < 2 * total


def _base64_token(token):
    if not re.fullmatch(rb"[A-Za-z0-9+/]{4}", token.bytes[:4]):
        return False
    first, user, rights = base64.b64decode(token.bytes[:4])
    return first & 0x80 != 0 and user != 0 and user % 2 == 0 and rights == 0xFF


def _chunked_body(head):
    match = re.match(r"([0-9a-fA-F]{1,3});", head.text)
    return match is not None and 0x11 <= int(match.group(1), 16) <= 0x20


def _connection_states(commands):
    state = "closed"
    for letter in commands.text:
        state = {"O": "open" if state != "draining" else state, "D": "draining" if state == "open" else state,
                 "C": "closed"}.get(letter, state)
        if state == "draining":
            return True
    return False


def _coupon(coupon):
    digits = [int(digit) for digit in str(int(coupon))]
    doubled = [digit << (place & 1) for place, digit in enumerate(reversed(digits))]
    return coupon > 0 and digits[0] == 7 and sum(d - 9 if d > 9 else d for d in doubled) % 10 == 0


def _crc_frame(frame):
    crc = 0xFFFF
    for byte in frame.bytes[:4]:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ (0x1021 if crc & 0x8000 else 0)) & 0xFFFF
    return frame[0] & 0x80 != 0 and (frame[4] << 8 | frame[5]) == crc


def _glob_matches(pattern, name):
    if not pattern:
        return not name
    if pattern[0] == "*":
        return _glob_matches(pattern[1:], name) or (name != "" and _glob_matches(pattern, name[1:]))
    return name != "" and pattern[0] in ("?", name[0]) and _glob_matches(pattern[1:], name[1:])


def _json_limit(document):
    return re.fullmatch(r'[ \t\r\n]*\{[ \t\r\n]*"max"[ \t\r\n]*:[ \t\r\n]*-0*[1-9][0-9]*[ \t\r\n]*\}[ \t\r\n]*', document.text) is not None


def _lru_slot(key):
    return (key ^ key >> 6) & 63


def _ring_election(a, b, c):
    most = max(a, b, c)
    return most != 0 and [a, b, c].count(most) >= 2


def _sequence_window(first, size):
    return size > 0 and first + 2 * size >= 2**32 > first + size


def _shared_handle(script):
    shares = 0
    for call in (script >> 4 * i & 15 for i in range(4)):
        shares += {1: 1, 2: -1}.get(call, 0)
        if call == 3:
            return shares == 1
    return False


def _stripe(key):
    return (key * 40503 & 0xFFFF) >> 13


def _three_way_swap(salt):
    def before(a, b):
        return not before(b, a) if a > b else bool(salt >> (a * 3 + b + 1) % 8 & 1)
    return before(0, 1) == before(1, 2) == before(2, 0)


def _has_step_3(plan):
    return any(plan >> 2 * i & 3 == 3 for i in range(4))


def _version_gate(version):
    match = re.fullmatch(r"([0-9]{1,2})\.([0-9]{1,2})", version.text)
    return match is not None and (int(match.group(1)), int(match.group(2))) >= (2, 9) and version.text < "2.9"


WHEN = {
    "ballot_tie": lambda p, q: p == q and p != 0,
    "bank_fee": _bank_fee,
    "base64_token": _base64_token,
    "bitmap_run": lambda order: 1 <= order <= 3,
    "calculator": lambda expression: re.fullmatch(r"[0-9]/m", expression.text) is not None,
    "chunked_body": _chunked_body,
    "clock_rollover": lambda start: start % 3600 == 3599,
    "config_reload": lambda line: re.fullmatch(r"shards=[1-3]", line.text) is not None,
    "connection_states": _connection_states,
    "coupon": _coupon,
    "crc_frame": _crc_frame,
    "cut_queue": lambda x, y, z, limit: 0 not in (x, y, z) and x + y <= limit < x + y + z,
    "double_release": lambda flags, length: flags & 0x31 == 0x20 and (length * 3 + 7) % 32 == 0,
    "duplicate_key": lambda a, b: a == b and a != 0,
    "epoch_reclaim": lambda epoch: (epoch + 2) % 3 == epoch % 4,
    "glob_watch": lambda pattern: _glob_matches(pattern.text, "a.c") and not _glob_matches(pattern.text, "b.o"),
    "journal_order": lambda p, q: p % 5 != q % 5 and p % 5 != 0 and q % 5 != 0,
    "json_limit": _json_limit,
    "level_locks": lambda p, q: p == q and p != 0,
    "login_token": lambda password: password.bytes[:7] == b"xyzzy7\0",
    "lru_collision": lambda key: key != 1000 and _lru_slot(key) == _lru_slot(1000),
    "message_router": lambda type, priority: type in (0x1F, 0x7E, 0xC3) and priority > 200,
    "packet_reset": lambda packet: packet[0] == 0xA5 and packet[1] == 3 and packet[5] == sum(packet.bytes[:5]) & 0xFF ^ 0x5A,
    "paged_write": lambda offset, length: offset <= 112 and length > 1 and offset // 64 != (offset + length - 1) // 64,
    "quota_moved": lambda amount, percent: 100 <= amount * percent // 100 <= 300,
    "retry_limit": lambda attempts: 1 <= attempts <= 2,
    "ring_election": _ring_election,
    "ring_reserve": lambda length: 33 <= length <= 64,
    "seat_alias": lambda row1, column1, row2, column2: (row1, column1) != (row2, column2) and 7 * row1 + column1 == 7 * row2 + column2,
    "semaphore_pool": lambda buffers: 1 <= buffers <= 4,
    "sequence_window": _sequence_window,
    "shared_handle": _shared_handle,
    "sized_allocator": lambda size: 2048 < size <= 4096,
    "sorted_merge": lambda values: any(byte != 0 and byte in values.bytes[2:] for byte in values.bytes[:2]),
    "spin_limit": lambda start: start & 0xFF == 0xFF,
    "stripe_order": lambda a, b, c, d: _stripe(a) == _stripe(d) != _stripe(b) == _stripe(c),
    "three_way_swap": _three_way_swap,
    "tie_break": lambda first, second: first == second and first % 2 == 1,
    "tile_border": lambda rows, columns: rows % 2 == 1 and columns >= 2,
    "timer_wheel": lambda delay: delay > 0 and delay % 32 == 0,
    "token_bucket": lambda rate, elapsed: 1 <= rate * elapsed // 60000 <= 9,
    "upgrade_operations": lambda p, q: _has_step_3(p) and _has_step_3(q),
    "url_cache": lambda path: path.text in ("%2fa", "%2Fa", "/%61"),
    "utf8_chunks": lambda text: 0xC2 <= text[0] <= 0xDF and 0x80 <= text[1] <= 0xBF,
    "varint_stream": lambda number: 128 <= number < 2**21 and number & 127 > 100,
    "version_gate": _version_gate,
    "window_trim": lambda distance, length: 8 < distance <= 16 and length > 0,
}


def fails(name, inputs):
    """`inputs`: Values by name."""
    return bool(WHEN[name](**inputs))


def given(line, sizes):
    """The Values of a WITNESS or NEAR line; `sizes` of the inputs that it leaves out."""
    values = {name: Value(bytes(size)) for name, size in sizes.items()}
    for word in shlex.split(line, posix=False):
        name, text = word.split("=", 1)
        if text.startswith("'"):
            content = text[1:-1].encode()
        elif text.startswith("x"):
            content = bytes.fromhex(text[1:])
        else:
            content = int(text, 0).to_bytes(8, "little")
        values[name] = Value(content.ljust(sizes.get(name, 8), b"\0"))
    return values


def main():
    here = pathlib.Path(__file__).resolve().parent
    sys.path.insert(0, str(here.parent.parent / "tests"))
    from harness import heading  # pylint: disable=import-outside-toplevel

    wrong = 0
    for name, function in WHEN.items():
        words = heading.read(next((here / "present").glob(name + ".c*"))).words
        sizes = {parameter: 12 for parameter in function.__code__.co_varnames[:function.__code__.co_argcount]}
        truths = [fails(name, given(words["WITNESS"], sizes)), fails(name, given(words["NEAR"], sizes)), fails(name, given("", sizes))]
        if truths != [True, False, False]:
            print(f"{name}: WITNESS, NEAR and the default input give {truths}")
            wrong += 1
    print(f"{len(WHEN) - wrong} of {len(WHEN)} functions agree with the headings")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
