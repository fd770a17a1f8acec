"""Debian source packages, fetched by apt with a configuration of its own: the system's is read and left alone."""

import pathlib
import re
import shutil
import subprocess
import tarfile


class Unavailable(Exception):
    """Something that this test needs cannot be had here; the words say what."""


def run(*words, folder=None):
    done = subprocess.run(list(map(str, words)), cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace")
    return done.returncode, done.stdout


class Apt:
    """apt-get that knows where the sources of this system's own packages are."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder).resolve()

    def _options(self):
        places = {
            "Dir::Etc::sourcelist": "sources.list", "Dir::Etc::sourceparts": "sources.list.d",
            "Dir::State::lists": "lists", "Dir::Cache": "cache",
        }
        return [f"-o{name}={self.folder / place}" for name, place in places.items()]

    def _derive_entries(self):
        """The same hosts and suites as for binary packages, with deb-src for deb."""
        etc = pathlib.Path("/etc/apt")
        parts = self.folder / "sources.list.d"
        parts.mkdir(parents=True, exist_ok=True)
        for folder in ("lists/partial", "cache/archives/partial"):
            (self.folder / folder).mkdir(parents=True, exist_ok=True)
        lines = []
        for listed in [etc / "sources.list", *sorted((etc / "sources.list.d").glob("*.list"))]:
            if listed.exists():
                lines += re.findall(r"^deb(?:-src)?\s.*$", listed.read_text(), re.MULTILINE)
        entries = dict.fromkeys(re.sub(r"^deb(-src)?\s", "deb-src ", line) for line in lines)
        (self.folder / "sources.list").write_text("".join(f"{entry}\n" for entry in entries))
        for listed in sorted((etc / "sources.list.d").glob("*.sources")):
            text = re.sub(r"^Types:.*$", "Types: deb-src", listed.read_text(), flags=re.MULTILINE)
            (parts / listed.name).write_text(text)

    def call(self, *words, folder=None):
        return run("apt-get", "-q", *self._options(), *words, folder=folder)

    def prepare(self):
        if shutil.which("apt-get") is None:
            raise Unavailable("apt-get is not here")
        if (self.folder / "ready").exists():
            return
        self._derive_entries()
        code, said = self.call("update")
        if code != 0 or not any((self.folder / "lists").glob("*Sources*")):
            raise Unavailable(f"no source packages: {said.strip().splitlines()[-1]}")
        (self.folder / "ready").touch()


def _unpacked(folder, target):
    """With Debian's patches where they could be had, as the authors published it otherwise."""
    descriptions = sorted(folder.glob("*.dsc"))
    if descriptions and shutil.which("dpkg-source"):
        code, _ = run("dpkg-source", "--no-check", "-x", descriptions[0], target, folder=folder)
        if code == 0:
            return True
    shutil.rmtree(target, ignore_errors=True)
    archives = sorted(folder.glob("*.orig.tar.*"))
    if not archives:
        return False
    with tarfile.open(archives[0]) as archive:
        top = archive.getnames()[0].split("/")[0]
        archive.extractall(folder)
    (folder / top).rename(target)
    return True


def fetch(package, folder):
    """The unpacked source of `package` in folder/source; kept there for the next time."""
    folder = pathlib.Path(folder).resolve()
    target = folder / "source"
    if target.exists():
        return target
    apt = Apt(folder.parent / "apt")
    apt.prepare()
    folder.mkdir(parents=True, exist_ok=True)
    _, said = apt.call("source", "--download-only", package, folder=folder)
    if not _unpacked(folder, target):
        raise Unavailable(f"no source of {package}: {said.strip().splitlines()[-1]}")
    return target


def version(folder):
    """Of what was fetched, from the name of its description."""
    names = [path.stem for path in pathlib.Path(folder).glob("*.dsc")]
    return names[0].split("_", 1)[1] if names else "unknown"
