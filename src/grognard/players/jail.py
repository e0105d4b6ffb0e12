"""A process that can read its own program and nothing else: no games, no databases, no network.

Linux offers this to every process as Landlock (from 5.13; the network from 6.7). Elsewhere a player is kept apart by
its process alone. ``python -m grognard.players.jail -- COMMAND`` runs a command confined.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import site
import sys
from collections.abc import Iterable
from pathlib import Path

_CREATE, _ADD, _RESTRICT = 444, 445, 446
_WHICH_VERSION, _BENEATH, _NO_NEW_PRIVILEGES = 1, 1, 38
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 2, 4, 8
_READING = _EXECUTE | _READ_FILE | _READ_DIR
_ALL_OF_VERSION = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 4: (1 << 15) - 1}
_NEWEST = (1 << 16) - 1
_TCP = 3
_SYSTEM = ("/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/localtime")
_DEVICES = ("/dev/null", "/dev/urandom", "/dev/zero")


class _Ruleset(ctypes.Structure):
    _fields_ = [("files", ctypes.c_uint64), ("network", ctypes.c_uint64)]


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = [("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32)]


def available() -> int:
    """The version of Landlock this system offers; 0 if it offers none."""
    if not sys.platform.startswith("linux"):
        return 0
    return max(0, int(ctypes.CDLL(None).syscall(_CREATE, None, 0, _WHICH_VERSION)))


def confine(also: Iterable[str] = ()) -> bool:
    """From now on this process and its children read programs and libraries only; False where that cannot be had."""
    version = available()
    if not version:
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    handled = _ALL_OF_VERSION.get(version, _NEWEST)
    rules = _Ruleset(handled, _TCP)
    size = ctypes.sizeof(rules) if version >= 4 else 8
    ruleset = libc.syscall(_CREATE, ctypes.byref(rules), size, 0)
    if ruleset < 0:
        return False
    for path in {*_SYSTEM, *_python(), *also}:
        _allow(libc, ruleset, path, _READING)
    for path in _DEVICES:
        _allow(libc, ruleset, path, _READ_FILE | _WRITE_FILE)
    libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    done = libc.syscall(_RESTRICT, ruleset, 0)
    os.close(ruleset)
    return bool(done == 0)


def _python() -> set[str]:
    """Where this Python and what it imports live; never the folder it happens to be started in."""
    places = {sys.prefix, sys.base_prefix, sys.exec_prefix, *site.getsitepackages(), *sys.path}
    return {place for place in places if place and Path(place).is_absolute() and place != str(Path.cwd())}


def _allow(libc: ctypes.CDLL, ruleset: int, path: str, access: int) -> None:
    try:
        parent = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    if not Path(path).is_dir():
        access &= ~_READ_DIR
    rule = _Beneath(access, parent)
    libc.syscall(_ADD, ruleset, _BENEATH, ctypes.byref(rule), 0)
    os.close(parent)


def main(arguments: list[str]) -> None:
    command = arguments[1:] if arguments[:1] == ["--"] else arguments
    program = shutil.which(command[0])
    if program is None:
        sys.exit(f"There is no program “{command[0]}”.")
    scripts = [str(Path(word).resolve().parent) for word in command[1:] if os.path.isfile(word)]
    confine([str(Path(program).resolve().parent), *scripts])
    os.execv(program, [program, *command[1:]])  # noqa: S606 - that is what this is for


if __name__ == "__main__":
    main(sys.argv[1:])
