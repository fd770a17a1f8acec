#!/usr/bin/env python3
"""Nodes fetch the program, its libraries and its data from the database: they work where the machine has none of these. What is stored
is what the loader says, once; content with another hash is refused, and named."""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import nodes  # noqa: E402
import postgres  # noqa: E402
from harness import check, command  # noqa: E402

ARGUMENTS, CLASSES = ["5", "numbers/one.txt"], 120  # 5!
OFF = "--sandbox=off"


class Away:
    """Program and data, which are not where they were submitted while this is entered."""

    def __init__(self, folder, *names):
        self.places = [folder / name for name in names]

    def __enter__(self):
        for place in self.places:
            place.rename(place.with_name(place.name + ".away"))

    def __exit__(self, *_):
        for place in self.places:
            place.with_name(place.name + ".away").rename(place)


def stored(server):
    return server.query("SELECT (SELECT count(*) FROM farm.files), (SELECT count(*) FROM farm.parts), (SELECT sum(octet_length(bytes)) FROM farm.parts)")[0]


def manifest(server, campaign):
    return json.loads(server.query(f"SELECT manifest FROM farm.bundles JOIN farm.campaigns ON request->>'bundle' = hash WHERE id = {campaign}")[0][0])


def libraries(program):
    """As ldd has them."""
    lines = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout.splitlines()
    words = [line.split(" => ")[-1].split()[0] for line in lines]
    return {word for word in words if word.startswith("/")}


def submit(farm, program, data="numbers"):
    return farm.submit(program, "--without=symmetry", f"--data={data}", arguments=ARGUMENTS)


def search(farm, campaign, *options):
    farm.start_node(*options)
    status = farm.wait(campaign)
    logs = farm.logs()
    farm.stop()
    return status, logs


def refuse(farm, campaign, *options):
    """The log of a node that ends with an error, and does nothing."""
    node = farm.start_node(*options)
    node.wait()
    log = open(node.log).read()
    farm.stop()
    return node.returncode, log, farm.status(campaign)


def check_stored(farm, program, folder, checks):
    campaign = submit(farm, program)
    listed = manifest(farm.server, campaign)
    paths = {file["path"] for file in listed["files"]}
    expected = {str(program), str(folder / "numbers" / "one.txt"), "/etc/ld.so.cache"} | libraries(program)
    checks.equal(paths, {path for path in expected if pathlib.Path(path).exists()}, "files of the campaign")
    sizes = sum(pathlib.Path(path).stat().st_size for path in paths)
    checks.equal(int(stored(farm.server)[2]), sizes, "every byte is stored once")
    before = stored(farm.server)
    farm.call("cancel", campaign)
    again = submit(farm, program)
    checks.equal(stored(farm.server), before, "a second campaign stores nothing again")
    return again


def check_elsewhere(farm, expected, program, folder, campaign, checks):
    with Away(folder, "there", "numbers"):
        status, logs = search(farm, campaign, OFF, "--out=elsewhere")
    checks.equal(nodes.totals(status), expected, "without program and data on the machine: totals", logs)
    checks.equal(status["state"], "complete", "without program and data on the machine: state", logs)
    checks.equal(list((folder / "elsewhere").glob("farm-node-*")), [], "a node leaves nothing but what it fetched")


def check_finding(farm, sleave, program, folder, checks):
    (folder / "numbers" / "one.txt").write_text("13\n")
    campaign = submit(farm, program)
    with Away(folder, "there", "numbers"):
        status, logs = search(farm, campaign, OFF, "--out=elsewhere")
    checks.equal(len(status["findings"]), 1, "a program that fails elsewhere", logs)
    for finding in farm.call("fetch", campaign).output.splitlines():
        replayed = sleave.replay(finding)
        checks.equal(replayed.code, command.FINDING, "its finding is replayed where it was submitted", replayed)
    (folder / "numbers" / "one.txt").write_text("1\n")


def check_wrong_content(farm, program, folder, expected, checks):
    campaign = submit(farm, program)
    (name,) = [file["hash"] for file in manifest(farm.server, campaign)["files"] if file["path"] == str(program)]
    change = "UPDATE farm.parts SET bytes = set_byte(bytes, 5000, get_byte(bytes, 5000) # 1) WHERE hash = '{}' AND part = 0"
    farm.server.query(change.format(name))
    with Away(folder, "there"):
        code, log, status = refuse(farm, campaign, OFF, "--out=third")
    checks.equal((code, status["done"]), (command.ENVIRONMENT, 0), "a file with another content in the database", log)
    checks.that(f"{program} has another content in the farm's database" in log, "the file is named", log)
    farm.server.query(change.format(name))
    cached = folder / "elsewhere" / "farm-files" / name
    cached.chmod(0o755)
    content = bytearray(cached.read_bytes())
    content[5000] ^= 1
    cached.write_bytes(content)
    with Away(folder, "there"):
        status, logs = search(farm, campaign, OFF, "--out=elsewhere")
    checks.that(f"{program} has another content in" in logs and "fetched again" in logs, "a file that has changed on the node is named", logs)
    checks.equal(nodes.totals(status), expected, "and fetched again", logs)


def check_refused_uploads(farm, program, folder, checks):
    name = "a" * 64
    farm.server.query(f"SELECT farm.put_part_v1('{name}', 0, 'something else')")
    ended = farm.server.query(f"SELECT farm.end_file_v1('{name}', 14), (SELECT count(*) FROM farm.parts WHERE hash = '{name}')")
    checks.equal(ended, [["f", "1"]], "content with another hash")
    checks.equal(farm.server.query(f"SELECT count(*) FROM farm.parts WHERE hash = '{name}'"), [["0"]], "it is not kept")
    with open(folder / "large", "wb") as large:
        large.truncate(257 << 20)
    refused = farm.call("submit", "--data=large", program, *ARGUMENTS)
    checks.that(refused.code == command.USAGE and "a farm takes 256 MB" in refused.output, "a bundle that is too large", refused)
    missing = farm.call("submit", "--data=none/such", program, *ARGUMENTS)
    checks.that(missing.code == command.USAGE and "there is no file none/such" in missing.output, "data that is not there", missing)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("program", type=pathlib.Path, help="tests/farm/reads_file")
    options = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as name, postgres.Server() as server:
        folder = pathlib.Path(name)
        (folder / "there").mkdir()
        (folder / "numbers").mkdir()
        (folder / "numbers" / "one.txt").write_text("1\n")
        program = folder / "there" / options.program.name
        shutil.copy(options.program, program)
        sleave = command.Sleave(options.sleave, folder)
        farm = nodes.Farm(sleave, server, lease="5s")
        farm.call("init")
        alone = sleave.run(program, "--strategy=dpor", "--without=symmetry", "--runs=0", "--time=0", arguments=ARGUMENTS)
        expected = nodes.totals(alone.summary)
        checks.equal(expected["complete_runs"], CLASSES, "one worker", alone)
        campaign = check_stored(farm, program, folder, checks)
        check_elsewhere(farm, expected, program, folder, campaign, checks)
        check_finding(farm, sleave, program, folder, checks)
        check_wrong_content(farm, program, folder, expected, checks)
        check_refused_uploads(farm, program, folder, checks)
    return checks.finish()


sys.exit(main())
