"""A process that can read its own program and nothing else: no games, no databases, no network, no other process.

Linux offers this to every process: Landlock (from 5.13) for the disk and (from 6.12) for signals, and a filter of
system calls for sockets of every kind, which Landlock knows only in part. Elsewhere a player is kept apart by its
process alone. ``python -m grognard.players.jail -- COMMAND`` runs a command confined.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
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
_ABSTRACT_SOCKETS_AND_SIGNALS = 3
_SIZE_OF_RULES = {1: 8, 2: 8, 3: 8, 4: 16, 5: 16}
_SYSTEM = ("/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/localtime", "/etc/ssl/openssl.cnf")
_DEVICES = ("/dev/null", "/dev/urandom", "/dev/zero")

_FILTER_CALLS, _BY_PROGRAM = 22, 2
_LOAD, _IF_EQUAL, _IF_AT_LEAST, _ANSWER = 0x20, 0x15, 0x35, 0x06
_NUMBER_OF_CALL, _ARCHITECTURE = 0, 4
_ALLOWED, _REFUSED = 0x7FFF0000, 0x00050000 | errno.EACCES
_OLD_CALLS = 0x40000000
"""On x86-64, where the second set of the same calls begins (x32)."""
_SOCKET_CALLS = {"x86_64": (0xC000003E, 41, 425), "aarch64": (0xC00000B7, 198, 425)}
"""Machine -> its architecture, and its calls that make a socket, or a ring by which a socket can be had."""


class _Ruleset(ctypes.Structure):
    _fields_ = [("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scoped", ctypes.c_uint64)]


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = [("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32)]


class _Step(ctypes.Structure):
    _fields_ = [("code", ctypes.c_uint16), ("yes", ctypes.c_uint8), ("no", ctypes.c_uint8), ("value", ctypes.c_uint32)]


class _Steps(ctypes.Structure):
    _fields_ = [("count", ctypes.c_uint16), ("first", ctypes.POINTER(_Step))]


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
    rules = _Ruleset(handled, _TCP, _ABSTRACT_SOCKETS_AND_SIGNALS)
    size = _SIZE_OF_RULES.get(version, ctypes.sizeof(rules))
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
    return _forbid_sockets(libc) and bool(done == 0)


def _forbid_sockets(libc: ctypes.CDLL) -> bool:
    """No socket can be made any more: Landlock would leave those of a database on this machine open, and UDP."""
    known = _SOCKET_CALLS.get(platform.machine())
    if known is None:
        return False
    architecture, *calls = known
    program = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_IF_EQUAL, 1, 0, architecture),
        (_ANSWER, 0, 0, _REFUSED),
        (_LOAD, 0, 0, _NUMBER_OF_CALL),
        (_IF_AT_LEAST, len(calls) + 1, 0, _OLD_CALLS),
        *((_IF_EQUAL, len(calls) - number, 0, call) for number, call in enumerate(calls)),
        (_ANSWER, 0, 0, _ALLOWED),
        (_ANSWER, 0, 0, _REFUSED),
    ]
    steps = _Steps(len(program), (_Step * len(program))(*[_Step(*step) for step in program]))
    return bool(libc.prctl(_FILTER_CALLS, _BY_PROGRAM, ctypes.byref(steps), 0, 0) == 0)


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
