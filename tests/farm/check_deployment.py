#!/usr/bin/env python3
"""The files of packaging/farm work: the commands of compose.yaml, of the README, of the unit of systemd, of Kubernetes and of the job
script, in a clean folder on a real PostgreSQL, up to a finding that is fetched and replayed. Those of containers and of the unit run
under their filters of system calls. Everything that a file names exists."""

import argparse
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import postgres  # noqa: E402
import system_calls  # noqa: E402
from harness import check, command  # noqa: E402

try:
    import yaml
except ImportError:
    yaml = None

SKIPPED = 77
PASSWORDS = {"SLEAVE_FARM_OWNER_PASSWORD": "owner's", "SLEAVE_FARM_NODE_PASSWORD": "node's", "SLEAVE_FARM_USER_PASSWORD": "user's"}
VARIABLE = re.compile(r"\$\{(\w+)(?::([-?])([^}]*))?\}")
RUN = "docker compose run --rm "
# Of the Compose Specification: what compose.yaml uses.
COMPOSE_KEYS = {"name", "services", "volumes", "x-programs"}
SERVICE_KEYS = {"image", "build", "command", "entrypoint", "environment", "volumes", "depends_on", "healthcheck", "restart", "security_opt", "cap_drop",
                "mem_limit", "pids_limit", "profiles", "user", "working_dir", "stop_grace_period", "scale"}
SECONDS = 300


def why_not():
    if yaml is None:
        return "python3-yaml is not installed"
    if shutil.which("bwrap") is None:
        return "bubblewrap is not installed"
    tried = subprocess.run(["bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"], capture_output=True, text=True)
    return None if tried.returncode == 0 else f"bubblewrap does not work here: {tried.stderr.strip()}"


def with_variables(value, variables):
    """As Compose replaces ${NAME}, ${NAME:-default} and ${NAME:?message}."""
    if isinstance(value, dict):
        return {key: with_variables(one, variables) for key, one in value.items()}
    if isinstance(value, list):
        return [with_variables(one, variables) for one in value]
    if not isinstance(value, str):
        return value

    def replaced(match):
        name, kind, rest = match.groups()
        if variables.get(name):
            return variables[name]
        if kind != "-":
            raise SystemExit(f"{name} has no value: {rest}")
        return rest

    return VARIABLE.sub(replaced, value)


def settings(path):
    """The lines NAME=value of a file."""
    pairs = (line.split("=", 1) for line in path.read_text().splitlines() if "=" in line and not line.startswith("#"))
    return {name: value for name, value in pairs}


class Place:
    """Where commands run as they would in a container: its environment, and a folder of its own. Only the name of the server differs."""

    def __init__(self, folder, server, binaries):
        self.folder, self.server = folder, server
        self.path = f"{binaries}:{postgres.binaries()}:{os.environ['PATH']}"
        self.started = []

    def environment(self, more):
        own = {"PATH": self.path, "HOME": str(self.folder), "LANG": "C.UTF-8"}
        return {**own, **{name: str(value) for name, value in more.items()}, "PGHOST": str(self.server.folder), "PGSSLMODE": "disable"}

    def run(self, words, environment, folder=None, allowed=None):
        done = subprocess.run([str(word) for word in words], cwd=folder or self.folder, env=self.environment(environment), stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, preexec_fn=allowed.apply if allowed else None, timeout=SECONDS)
        return command.Ended(done.returncode, done.stdout + done.stderr)

    def start(self, words, environment, allowed=None):
        number = len(self.started) + 1
        folder = self.folder / f"place{number}"
        folder.mkdir()
        log = open(folder / "log", "w")
        process = subprocess.Popen([str(word) for word in words], cwd=folder, env=self.environment(environment), stdin=subprocess.DEVNULL, stdout=log,
                                   stderr=subprocess.STDOUT, preexec_fn=allowed.apply if allowed else None)
        process.log = folder / "log"
        self.started.append(process)
        return process

    def end(self, process, number=signal.SIGTERM):
        process.send_signal(number)
        try:
            return process.wait(timeout=SECONDS)
        finally:
            process.kill()


def compose_of(folder, variables):
    text = yaml.safe_load((folder / "compose.yaml").read_text())
    return with_variables(text, variables)


def check_compose(folder, compose, variables, checks):
    """What docker compose would refuse: unknown keys, and names of nothing."""
    checks.equal(set(compose), COMPOSE_KEYS, "keys of compose.yaml")
    names = set(VARIABLE.findall((folder / "compose.yaml").read_text()))
    checks.equal({name for name, _, _ in names}, set(variables), "variables of compose.yaml are those of example.env")
    built = {service["image"] for service in compose["services"].values() if "build" in service} | {"postgres:15"}
    for name, service in compose["services"].items():
        service = {key: value for key, value in service.items() if key != "<<"}
        checks.equal(set(service) - SERVICE_KEYS, set(), f"keys of service {name}")
        checks.that(service["image"] in built, f"image of {name}", service["image"])
        for other, how in service.get("depends_on", {}).items():
            checks.that(other in compose["services"], f"{name} waits for {other}")
            checks.that(how["condition"] != "service_healthy" or "healthcheck" in compose["services"][other], f"health of {other} is checked")
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            checks.that(source in compose["volumes"] or (folder / source).exists(), f"{name} has what it mounts", source)
        for option in service.get("security_opt", []):
            if option.startswith("seccomp:"):
                checks.that((folder / option.split(":", 1)[1]).is_file(), "the profile is there", option)
    checks.that((folder / compose["services"]["init"]["build"]["dockerfile"]).is_file(), "the Dockerfile is there")


def allowed_by(folder, service):
    for option in service.get("security_opt", []):
        if option.startswith("seccomp:"):
            profile = json.loads((folder / option.split(":", 1)[1]).read_text())
            checked = [rule for rule in profile["syscalls"] if rule["action"] == "SCMP_ACT_ALLOW"]
            return system_calls.Filter(checked[0]["names"])
    return None


def command_of(folder, service):
    """With the places of its volumes as they are outside of a container."""
    words = service.get("entrypoint", []) + service["command"]
    for volume in service.get("volumes", []):
        source, target = volume.split(":")[:2]
        words = [word.replace(f"={target}", f"={folder / source}") for word in words]
    return words


def readme_commands(folder):
    """[service, words] of each `docker compose run --rm [--entrypoint PROGRAM] SERVICE words`."""
    for line in (folder / "README.md").read_text().splitlines():
        if not line.startswith("    " + RUN):
            continue
        words = shlex.split(line.strip()[len(RUN):])
        entry = words[1] if words[0] == "--entrypoint" else None
        words = words[2:] if entry else words
        yield words[0], entry, words[1:]


def check_services(place, folder, compose, checks):
    """init, logins, two nodes, and the README's commands up to the replay."""
    services = compose["services"]
    for name in ("init", "logins", "init", "logins"):  # again: they start with every `up`
        done = place.run(command_of(folder, services[name]), services[name]["environment"], allowed=allowed_by(folder, services[name]))
        checks.equal(done.code, 0, f"service {name}", done.output)
    node = services["node"]
    nodes = [place.start(node["command"], node["environment"], allowed_by(folder, node)) for _ in range(node["scale"])]
    project = pathlib.Path(services["sleave"]["volumes"][0].split(":")[0])
    ran = []
    for name, entry, words in readme_commands(folder):
        service = services[name]
        words = ([entry] if entry else service["entrypoint"]) + words
        if words[:3] == ["sleave", "farm", "fetch"]:
            wait(place, service, checks)
        done = place.run(words, service["environment"], folder=project, allowed=allowed_by(folder, service))
        checks.equal(done.code, command.FINDING if words[1] == "replay" else 0, " ".join(words), done.output + "".join(one.log.read_text() for one in nodes))
        ran.append(words[1])
    checks.equal([word for word in ran if word in ("farm", "replay")], ["farm", "farm", "farm", "replay"], "commands of the README")
    for one in nodes:
        checks.equal(place.end(one), command.INTERRUPTED, "a node is stopped", one.log.read_text())
        checks.that("without a sandbox" not in one.log.read_text(), "it had a sandbox", one.log.read_text())
    roles = place.server.query("SELECT rolname, rolpassword IS NOT NULL, rolsuper FROM pg_authid WHERE rolname IN ('farm_node', 'farm_user') ORDER BY 1")
    checks.equal(roles, [["farm_node", "t", "f"], ["farm_user", "t", "f"]], "logins")


def status(place, service, campaign):
    done = place.run(["sleave", "farm", "status", "--json", campaign], service["environment"])
    return json.loads(done.output) if done.code == 0 else {"state": done.output}


def wait(place, service, checks, campaign=1, state="found"):
    end = time.monotonic() + SECONDS
    while (now := status(place, service, campaign))["state"] == "open" and time.monotonic() < end:
        time.sleep(0.1)
    checks.equal(now["state"], state, f"campaign {campaign}", "".join(one.log.read_text() for one in place.started))


def submit(place, service, project):
    done = place.run(["sleave", "farm", "submit", "./queue_test"], service["environment"], folder=project)
    return int(re.match(r"Campaign (\d+):", done.output)[1])


def check_filter(place, folder, compose, project, checks):
    """Without one of its calls the filter is Docker's own, in effect: programs are not run."""
    profile = json.loads((folder / "seccomp.json").read_text())
    names = set(profile["syscalls"][0]["names"])
    checks.that(names >= {"personality", "ptrace", "clone", "unshare", "mount", "umount2", "pivot_root", "memfd_create", "process_vm_readv"},
                "calls of Sleave and bubblewrap")
    checks.equal(names & {"bpf", "kexec_load", "init_module", "finit_module", "reboot", "settimeofday", "swapon", "iopl"}, set(), "calls of administrators")
    without = system_calls.Filter(names - {"personality"})
    done = place.run(["sleave", "run", "--runs=1", "./queue_test"], {}, folder=project, allowed=without)
    checks.equal(done.code, command.ENVIRONMENT, "without personality", done.output)


def unit_lines(folder):
    lines = [line.split("=", 1) for line in (folder / "sleave-farm-node.service").read_text().splitlines() if re.match(r"\w+=", line)]
    return {name: value for name, value in lines}


def check_unit(place, folder, compose, project, checks):
    if shutil.which("systemd-analyze") is None:
        print("systemd is not installed: its unit is left out")
        return
    unit = unit_lines(folder)
    # verify wants the program to be there.
    copy = place.folder / "sleave-farm-node.service"
    program = shutil.which("sleave", path=place.path)
    copy.write_text((folder / copy.name).read_text().replace("ExecStart=/usr/bin/sleave", f"ExecStart={program}"))
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", copy], capture_output=True, text=True)
    checks.equal((done.returncode, done.stderr.strip()), (0, ""), "systemd-analyze verify", done.stdout)
    environment = {**settings(folder / "farm-node.env"), "PGDATABASE": "farm", "PGUSER": "farm_node"}
    checks.equal(set(re.findall(r"\$\{(\w+)\}", unit["ExecStart"])) - set(environment), set(), "variables of the unit are in farm-node.env")
    words = [re.sub(r"\$\{(\w+)\}", lambda name: environment[name[1]], word) for word in unit["ExecStart"].split()]
    campaign = submit(place, compose["services"]["sleave"], project)
    node = place.start(["sleave", *words[1:]], environment, system_calls.Filter(system_calls.of_systemd(unit["SystemCallFilter"].split())))
    wait(place, compose["services"]["sleave"], checks, campaign)
    checks.equal(place.end(node), int(unit["SuccessExitStatus"]), "exit status of a unit that is stopped", node.log.read_text())


def check_kubernetes(place, folder, compose, project, checks):
    objects = list(yaml.safe_load_all((folder / "kubernetes.yaml").read_text()))
    custom = yaml.safe_load((folder / "kustomization.yaml").read_text())
    maps = {one["name"]: one for one in custom["configMapGenerator"]}
    for one in maps.values():
        checks.that(all((folder / name).is_file() for name in one.get("files", [])), f"files of config map {one['name']}")
    secrets = set(re.findall(r"create secret generic (\S+)", (folder / "README.md").read_text()))
    used = set()
    for one in objects:
        template = one.get("spec", {}).get("template")
        if template is None:
            continue
        if "selector" in one["spec"]:
            checks.equal(one["spec"]["selector"]["matchLabels"], template["metadata"]["labels"], f"{one['metadata']['name']} selects its pods")
        pod = template["spec"]
        volumes = {volume["name"]: volume for volume in pod.get("volumes", [])}
        for volume in volumes.values():
            used |= {volume["configMap"]["name"]} if "configMap" in volume else set()
        for container in pod.get("initContainers", []) + pod["containers"]:
            checks.equal({mount["name"] for mount in container.get("volumeMounts", [])} - set(volumes), set(), f"volumes of {container['name']}")
            checks.equal(container["image"], custom["images"][0]["name"], f"image of {container['name']}")
            for source in container.get("envFrom", []):
                name = next(iter(source.values()))["name"]
                checks.that(name in (maps if "configMapRef" in source else secrets), f"{container['name']} has {name}")
                used |= {name}
    checks.equal(used, set(maps) | secrets, "config maps and secrets are used")
    pods = {one["metadata"]["name"]: one["spec"]["template"]["spec"] for one in objects if "template" in one.get("spec", {})}
    local = pods["sleave-farm-node"]["containers"][0]["securityContext"]["seccompProfile"]["localhostProfile"]
    copied = pods["sleave-farm-profile"]["initContainers"][0]["command"]
    checks.equal((copied[1], copied[2]), ("/profile/seccomp.json", f"/profiles/{local}"), "the profile is where the nodes look for it")
    policy = next(one for one in objects if one["kind"] == "NetworkPolicy")["spec"]["podSelector"]["matchLabels"]
    checks.equal(policy, {"app": "sleave-farm-node"}, "the network policy is that of nodes")

    owner = {"PGDATABASE": "farm", "PGUSER": "farm_owner"}
    done = place.run(pods["sleave-farm-init"]["containers"][0]["command"], owner)
    checks.equal(done.code, 0, "Kubernetes: init", done.output)
    campaign = submit(place, compose["services"]["sleave"], project)
    names = json.loads((folder / "seccomp.json").read_text())["syscalls"][0]["names"]
    node = place.start(pods["sleave-farm-node"]["containers"][0]["command"], {**owner, "PGUSER": "farm_node"}, system_calls.Filter(names))
    wait(place, compose["services"]["sleave"], checks, campaign)
    checks.equal(place.end(node), command.INTERRUPTED, "Kubernetes: a node is stopped", node.log.read_text())


def check_slurm(place, folder, compose, project, checks):
    script = folder / "slurm.sbatch"
    if shutil.which("shellcheck") is not None:
        done = subprocess.run(["shellcheck", "--severity=style", script], capture_output=True, text=True)
        checks.equal(done.returncode, 0, "shellcheck", done.stdout)
    shim = place.folder / "slurm"
    shim.mkdir()
    (shim / "srun").write_text('#!/bin/sh\nexec "$@"\n')  # what it does for a job with one task
    (shim / "srun").chmod(0o755)
    campaign = submit(place, compose["services"]["sleave"], project)
    environment = {"PATH": f"{shim}:{place.path}", "PGDATABASE": "farm", "PGUSER": "farm_node", "SLURM_CPUS_PER_TASK": 2, "TMPDIR": str(shim)}
    task = place.start(["bash", script], environment)
    checks.equal(task.wait(timeout=SECONDS), 0, "a task ends when no campaign is open", task.log.read_text())
    wait(place, compose["services"]["sleave"], checks, campaign)
    checks.equal(sorted(path.name for path in shim.iterdir()), ["srun"], "its folder is gone")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    parser.add_argument("source", type=pathlib.Path)
    options = parser.parse_args()
    reason = why_not()
    if reason is not None:
        print(f"skipped: {reason}")
        return SKIPPED
    checks = check.Checks()
    folder = options.source / "packaging/farm"
    with tempfile.TemporaryDirectory() as name, postgres.Server() as server:
        project = pathlib.Path(name) / "project"
        project.mkdir()
        shutil.copy(options.source / "examples/queue_test.cc", project)
        variables = settings(folder / "example.env")
        checks.equal({name for name, value in variables.items() if not value}, set(PASSWORDS), "example.env leaves passwords empty")
        compose = compose_of(folder, {**variables, **PASSWORDS, "SLEAVE_FARM_PROJECT": str(project)})
        check_compose(folder, compose, variables, checks)
        server.query("CREATE ROLE farm_owner LOGIN CREATEROLE")
        server.query("CREATE DATABASE farm OWNER farm_owner")
        place = Place(pathlib.Path(name), server, options.bin)
        try:
            check_services(place, folder, compose, checks)
            for one in (check_filter, check_unit, check_kubernetes, check_slurm):
                one(place, folder, compose, project, checks)
        finally:
            for process in place.started:
                process.kill()
                process.wait()
    return checks.finish()


sys.exit(main())
