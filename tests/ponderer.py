"""A bot that ponders until it is hurried: how thinking looks and is cut short does not hang on a level of ours."""

from __future__ import annotations

import shlex
import sys

PONDERER = "ponderer"

PROGRAM = """
import json, select, sys

def say(**told):
    print(json.dumps(told), flush=True)

asked = None
while True:
    if asked and not select.select([sys.stdin], [], [], 0.05)[0]:
        say(type="progress", id=asked["id"], share=0.1)
        continue
    line = sys.stdin.readline()
    if not line:
        break
    heard = json.loads(line)
    if heard["type"] == "hello":
        say(type="ready")
    elif heard["type"] == "decide":
        asked = heard
    elif asked:
        say(type="choice", id=asked["id"], do=asked["actions"][0]["do"])
        asked = None
"""

COMMAND = shlex.join([sys.executable, "-c", PROGRAM])
