"""Roots of Debian to install in: each a copy of one that debootstrap made, so that nothing of another test is in it; and images
as a Dockerfile describes them, made of such roots without Docker."""

import fnmatch
import json
import os
import pathlib
import resource
import shlex
import shutil
import subprocess
import time


def processor_time():
    """Of all commands so far: unlike the clock it depends little on what else the machine does."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class Root:
    """A folder that is / to the commands run in it."""

    def __init__(self, base, folder, cleanups):
        self.folder = folder
        self.working = "/"
        subprocess.run(["cp", "-a", "--reflink=auto", base, folder], check=True)
        cleanups.callback(shutil.rmtree, folder)
        shutil.copy("/etc/resolv.conf", folder / "etc" / "resolv.conf")
        subprocess.run(["mount", "-t", "proc", "proc", folder / "proc"], check=True)
        cleanups.callback(subprocess.run, ["umount", folder / "proc"], check=True)
        (folder / "etc/apt/apt.conf.d/90yes").write_text('APT::Get::Assume-Yes "true";\n')

    def call(self, command, path=""):
        inside = f"export PATH={path}$PATH; cd {self.working} && {command}"
        environment = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "DEBIAN_FRONTEND": "noninteractive"}
        return subprocess.run(["chroot", self.folder, "sh", "-c", inside], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace", check=False)

    def must(self, command):
        done = self.call(command)
        if done.returncode != 0:
            raise AssertionError(f"{command}\n{done.stdout[-5000:]}")
        return done.stdout

    def timed(self, command):
        print("RUN", command, flush=True)
        begun, used = time.monotonic(), processor_time()
        self.must(command)
        print(f"    {time.monotonic() - begun:.0f} s, {processor_time() - used:.0f} s of processor time", flush=True)

    def follow(self, commands):
        for command in commands:
            self.timed(command)

    def inside(self, path):
        return self.folder / os.path.join(self.working, path).lstrip("/")


def copy_tree(source, target, clone=None):
    """The files of a clone or of a folder in it, without those that .dockerignore lists."""
    clone = clone or source
    patterns = (clone / ".dockerignore").read_text().split()

    def ignored(folder, names):
        below = pathlib.Path(folder).relative_to(clone)
        return [name for name in names for pattern in patterns
                if fnmatch.fnmatch(name if pattern.startswith("**/") else str(below / name), pattern.removeprefix("**/"))]

    shutil.copytree(source, target, symlinks=True, ignore=ignored)


class Readme:
    """The commands of its section Install."""

    def __init__(self, path):
        self.install = path.read_text(encoding="utf-8").split("\n## Install\n", 1)[1].split("\n## ", 1)[0]

    def commands(self, way):
        """Those of the block after `**way**`, indented or marked `sh`. Whoever runs them is root already."""
        text = self.install.split(f"**{way}**", 1)[1].split("\n**", 1)[0]
        lines = text.split("```")[1].splitlines()[1:] if "```sh" in text else [line for line in text.splitlines() if line.startswith("    ")]
        return [line.strip().removeprefix("sudo ") for line in lines]


def option(command, name):
    """Its value in a command."""
    words = shlex.split(command)
    return words[words.index(name) + 1]


def instructions(dockerfile):
    """(word, rest) of each."""
    text = dockerfile.read_text(encoding="utf-8").replace("\\\n", " ")
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            word, rest = line.split(maxsplit=1)
            yield word, rest


class Image:
    """What `docker build` makes: only the words that ours uses, and no others go unnoticed."""

    def __init__(self, dockerfile, context, base, place, cleanups):
        self.context, self.base, self.place, self.cleanups = context, base, place, cleanups
        self.stages = {}
        self.root = None
        self.command = None
        for word, rest in instructions(dockerfile):
            getattr(self, "do_" + word)(rest)

    def use(self, command):
        """`docker run OPTIONS sleave COMMAND`, with the working folder of its option -w."""
        self.root.working = option(command, "-w")
        return self.root.call(command.split(" sleave ", 1)[1])

    def do_FROM(self, rest):
        image, *name = rest.split()
        release = dict(line.split("=", 1) for line in (self.base / "etc/os-release").read_text().splitlines() if "=" in line)
        assert image == f"debian:{release['VERSION_ID'].strip(chr(34))}", f"{image} is not what {self.base} is"
        self.root = Root(self.base, self.place / f"stage{len(self.stages)}", self.cleanups)
        self.stages[name[1] if name else len(self.stages)] = self.root

    def do_RUN(self, rest):
        self.root.timed(rest)

    def do_WORKDIR(self, rest):
        self.root.working = rest

    def do_CMD(self, rest):
        self.command = json.loads(rest)

    def do_COPY(self, rest):
        *sources, target = rest.split()
        into = self.root.inside(target)
        if sources[0].startswith("--from="):
            other = self.stages[sources.pop(0).removeprefix("--from=")].folder
            into.mkdir(parents=True, exist_ok=True)
            for source in sources:
                for found in sorted(other.glob(source.lstrip("/"))):
                    shutil.copy(found, into)
        else:
            assert sources == ["."], sources
            copy_tree(self.context, into)
