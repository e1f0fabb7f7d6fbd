"""A program that stands on PATH as `qmd`: it keeps an index of its own and behaves as a test says.

It is a real program in a process of its own, with the commands QMD has: `collection add|remove`, `update`, `embed`,
`search|vsearch|query`. It searches the files of a collection line by line, in the home that its environment names.
"""

from __future__ import annotations

import json
import os
import select
import stat
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

SCRIPT = r"""
import glob, json, os, re, signal, subprocess, sys, time

here = os.path.dirname(os.path.realpath(__file__))
behaves = json.load(open(os.path.join(here, "behaves.json")))
command = sys.argv[1]
kept = ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "QMD_CONFIG_DIR", "NO_COLOR", "OPENAI_API_KEY", "RECOLLECT_STORE", "HOME")
row = {"argv": sys.argv[1:], "env": {name: os.environ.get(name) for name in kept}, "cwd": os.getcwd()}
with open(os.path.join(here, "calls.jsonl"), "ab", buffering=0) as calls:
    calls.write(json.dumps(row).encode() + b"\n")


def fail(text, code=1):
    sys.stderr.write(text + "\n")
    sys.exit(code)


how = behaves.get(command, "well")
pipe = os.path.join(here, "alive")
if how == "hang":
    alive = os.open(pipe, os.O_WRONLY)
    os.set_inheritable(alive, True)
    subprocess.Popen(["sleep", "1000"], close_fds=False)
    os.write(alive, b"x")
    while True:
        signal.pause()
if how == "leave":  # ends well, and leaves a child that has let go of its output
    alive = os.open(pipe, os.O_WRONLY)
    os.set_inheritable(alive, True)
    null = open(os.devnull, "r+b")
    subprocess.Popen(["sleep", "1000"], close_fds=False, stdin=null, stdout=null, stderr=null)
    os.write(alive, b"x")
if how == "crash":
    fail("Segfault of some kind about: " + " ".join(sys.argv[1:]), 3)
if how == "die":
    os.kill(os.getpid(), signal.SIGSEGV)
if how == "rubbish":
    print("<html>[1, 2] are not results [oh {")
    sys.exit(0)
if how == "empty":
    sys.exit(0)
if how in ("flood", "flood-err"):
    out = sys.stdout.buffer if how == "flood" else sys.stderr.buffer
    while True:
        out.write(b"[" * 65536)
if how == "unsupported":
    fail("error: unknown option '-c'")
if how == "tell":
    with open(pipe, "wb", buffering=0) as told:
        told.write(b"x")

index = os.path.join(os.environ["XDG_CACHE_HOME"], "qmd", "index.json")
known = json.load(open(index)) if os.path.exists(index) else {}


def keep():
    with open(index, "w") as out:
        json.dump(known, out)


if command == "collection":
    if sys.argv[2] == "add":
        folder, options = sys.argv[3], sys.argv[4:]
        name, mask = options[options.index("--name") + 1], options[options.index("--mask") + 1]
        if name in known:
            fail("Collection '%s' already exists.\nUse a different name with --name <name>" % name)
        known[name] = {"folder": folder, "mask": mask}
    elif known.pop(sys.argv[3], None) is None:
        fail("Collection not found: " + sys.argv[3])
    keep()
elif command in ("update", "embed"):
    known.setdefault("", {})[command] = known.get("", {}).get(command, 0) + 1
    keep()
    print("All collections updated.")
elif command in ("search", "vsearch", "query"):
    text, options = sys.argv[2], sys.argv[3:]
    name, most = options[options.index("-c") + 1], int(options[options.index("-n") + 1])
    assert "--json" in options
    if name not in known:
        fail("Collection not found: " + name)
    given = behaves.get("results", {}).get(name)
    if given is None:
        given = []
        one = known[name]
        for path in sorted(glob.glob(os.path.join(one["folder"], one["mask"]), recursive=True)):
            lines = open(path, encoding="utf-8").read().split("\n")
            for at, line in enumerate(lines):
                if text.lower() in line.lower():
                    shown = os.path.relpath(path, one["folder"])
                    if behaves.get("slugs"):
                        shown = re.sub(r"[^a-z0-9./]+", "-", shown.lower())
                    given.append({
                        "docid": "#1", "score": round(1 - 0.1 * len(given), 2), "file": "qmd://%s/%s" % (name, shown),
                        "line": at + 1, "title": "t", "snippet": "@@ -%d,1 @@ (0 before, 0 after)\n%s" % (at + 1, line),
                    })
    given = given[:most]
    if behaves.get("noise"):
        print("[node-llama-cpp] using 1 thread\nprogress [####]")
    print(json.dumps(given) if given or not behaves.get("says nothing") else "No results found.")
    if behaves.get("noise"):
        print("done [ok]")
else:
    fail("Unknown command: " + command)
"""
END_S = 10.0


class QmdProgram:
    """The program in a folder of its own; put that folder on PATH."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "qmd"
        folder.mkdir()
        self.path.write_text(f"#!{sys.executable} -IS\n{SCRIPT}", encoding="utf-8")
        self.path.chmod(self.path.stat().st_mode | stat.S_IXUSR)
        os.mkfifo(folder / "alive")
        self._alive = os.open(folder / "alive", os.O_RDONLY | os.O_NONBLOCK)
        self.behaves()

    def behaves(self, **how: Any) -> None:
        """Command -> well, hang, leave, crash, die, rubbish, empty, flood, flood-err, unsupported, tell; `results`:
        collection -> rows."""
        (self.folder / "behaves.json").write_text(json.dumps({k.replace("_", " "): v for k, v in how.items()}))

    @property
    def calls(self) -> list[Mapping[str, Any]]:
        file = self.folder / "calls.jsonl"
        return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []

    def called(self, *commands: str) -> list[list[str]]:
        """The arguments of each call, or of those that begin with one of these commands."""
        return [call["argv"] for call in self.calls if not commands or call["argv"][0] in commands]

    def told(self) -> bool:
        """Wait until the program says that it is there."""
        return bool(select.select([self._alive], [], [], END_S)[0]) and os.read(self._alive, 1) == b"x"

    def all_gone(self) -> bool:
        """Wait until nobody holds the other end any more: the program and everything it started have ended."""
        poll = select.poll()
        poll.register(self._alive, select.POLLHUP)
        return bool(poll.poll(END_S * 1000))

    def close(self) -> None:
        os.close(self._alive)
