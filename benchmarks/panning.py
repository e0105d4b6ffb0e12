"""How smoothly each board moves under the hand: frame times while panning and zooming, in a real headless Chromium.

`python benchmarks/panning.py` opens a game of Coalitions in the real page, lays each of the boards under its pieces
(the spaces of the other boards borrow the names of Coalitions' territories, so that control and counters are drawn),
drags the sheet in circles and turns the wheel, and prints the time between frames. Each board is measured as a bare
picture too, moved in the same way with nothing on it: what that misses, the machine misses.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import shutil
import socket
import statistics
import tempfile
import threading
from collections.abc import Callable
from functools import partial

import uvicorn
from playwright.sync_api import Browser, Page, Route, sync_playwright

from grognard.atlas import board, built
from grognard.server.app import build
from grognard.server.settings import Settings

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
HOST = ("coalitions", "empire")

# moves the sheet once a frame, as a hand would, and notes when each frame came
DRIVE = """([what, seconds]) => new Promise((done) => {
  const pane = document.querySelector('.pane') ?? document.body;
  const box = pane.getBoundingClientRect();
  const middle = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 };
  const pointer = (type, x, y) => pane.dispatchEvent(new PointerEvent(type, {
    pointerId: 1, pointerType: 'mouse', bubbles: true, clientX: x, clientY: y }));
  const times = [];
  let n = 0;
  if (what === 'pan') pointer('pointerdown', middle.clientX, middle.clientY);
  const frame = (now) => {
    times.push(now);
    n += 1;
    if (what === 'pan') {
      pointer('pointermove', middle.clientX + 260 * Math.sin(n / 22), middle.clientY + 170 * Math.sin(n / 31));
    } else {
      pane.dispatchEvent(new WheelEvent('wheel', { ...middle, deltaY: 22 * Math.sin(n / 28), cancelable: true }));
    }
    if (now - times[0] < seconds * 1000) requestAnimationFrame(frame);
    else { if (what === 'pan') pointer('pointerup', middle.clientX, middle.clientY); done(times); }
  };
  requestAnimationFrame(frame);
})"""
# the least a page can do to show a map: one picture in a layer of its own, moved and scaled
BARE = """<body style="margin:0;overflow:hidden"><div class="pane" style="height:100vh;overflow:hidden">
<img src="SOURCE" style="will-change:transform;transform-origin:0 0"></div><script>
const image = document.querySelector('img'), pane = document.querySelector('.pane');
let x = -900, y = -700, zoom = 1, last = null;
const show = () => (image.style.transform = `translate(${x}px, ${y}px) scale(${zoom})`);
pane.addEventListener('pointerdown', (e) => (last = e));
pane.addEventListener('pointermove', (e) => {
  x += e.clientX - last.clientX;
  y += e.clientY - last.clientY;
  last = e;
  show();
});
pane.addEventListener('wheel', (e) => {
  const next = zoom * Math.exp(-e.deltaY * 0.0015);
  x = e.clientX - ((e.clientX - x) * next) / zoom;
  y = e.clientY - ((e.clientY - y) * next) / zoom;
  zoom = next;
  show();
});
show();
</script>"""


SHEET_SIZE = """async () => {
  const sheet = document.querySelector('.sheet image');
  return sheet && (await (await fetch(sheet.href.baseVal)).arrayBuffer()).byteLength;
}"""


def serve(db: str) -> str:
    """The real server in a thread; its address."""
    listening = socket.create_server(("127.0.0.1", 0))
    app, _ = build(Settings(db=db, requests_a_minute=10**9))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
    threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True).start()
    return f"http://127.0.0.1:{listening.getsockname()[1]}"


def borrowed(game: str, name: str) -> bytes:
    """A board whose spaces bear the names of the host's, as far as these go."""
    top = json.loads(board(game, name).folder.joinpath("topology.json").read_bytes())
    hosts = [s.id for s in board(*HOST).topology.spaces if s.kind == "land"]
    powers = json.loads(board(*HOST).folder.joinpath("topology.json").read_bytes())["powers"]
    for space in top["spaces"]:
        space["id"] = f"{game}.{space['id']}"
    land = [s for s in top["spaces"] if s["kind"] == "land" and s.get("slots")]
    # spread over the sheet, not the first corner of it
    for space, host in zip(land[:: max(1, len(land) // len(hosts))], hosts, strict=False):
        space["id"] = host
    top["powers"] = powers
    return json.dumps(top).encode()


def bare(address: str, game: str, name: str, page: Page) -> None:
    page.goto(f"{address}/api/boards/{game}/{name}/topology")  # for the address; the picture is of the same origin
    page.set_content(BARE.replace("SOURCE", f"{address}/api/boards/{game}/{name}/base/1"))
    page.wait_for_function("document.querySelector('img').complete")
    page.wait_for_timeout(1500)


def answer(body: bytes, kind: str, route: Route) -> None:
    route.fulfill(body=body, content_type=kind)


def sit_down(address: str, game: str, name: str, page: Page) -> None:
    """A game in the real page, with this board under it."""
    if (game, name) != HOST:
        answers = {"topology": (borrowed(game, name), "application/json")}
        answers |= {f"base/{scale}": (board(game, name).base(scale), "image/webp") for scale in (1, 2)}
        for path, (body, kind) in answers.items():
            page.route(f"**/api/boards/{HOST[0]}/{HOST[1]}/{path}", partial(answer, body, kind))
    page.goto(address)
    offered = page.locator(".game", has=page.get_by_role("heading", name=HOST[0].title()))
    offered.get_by_role("button", name="Play now against bots").click()
    page.get_by_role("button", name="Take France").click()
    page.wait_for_selector("#orders .who", timeout=120_000)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1500)
    shown = page.wait_for_function(SHEET_SIZE, timeout=120_000).json_value()
    if shown != len(board(game, name).base(1)):
        raise RuntimeError(f"the page shows another sheet than {game}/{name}")
    page.wait_for_timeout(1500)


def measure(page: Page, what: str, seconds: float) -> dict[str, float]:
    times: list[float] = page.evaluate(DRIVE, [what, seconds])
    gaps = [b - a for a, b in itertools.pairwise(times)]
    cut = statistics.quantiles(gaps, n=20)
    return {
        "fps": 1000 * len(gaps) / (times[-1] - times[0]),
        "median": statistics.median(gaps),
        "p95": cut[18],
        "late": 100 * sum(g > 25 for g in gaps) / len(gaps),
    }


def report(what: str, found: dict[str, dict[str, float]]) -> None:
    parts = [
        f"{k} {v['fps']:.0f} fps, median {v['median']:.1f} ms, p95 {v['p95']:.1f} ms, {v['late']:.0f} % late"
        for k, v in found.items()
    ]
    print(f"{what:28} {'; '.join(parts)}", flush=True)


def one(browser: Browser, seconds: float, prepare: Callable[[Page], None]) -> dict[str, dict[str, float]]:
    context = browser.new_context(viewport={"width": 1600, "height": 900}, locale="en")
    page = context.new_page()
    prepare(page)
    measure(page, "pan", 1.5)  # the first second uploads the picture
    found = {what: measure(page, what, seconds) for what in ("pan", "zoom")}
    context.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--board", help="one board, as game/board; all by default")
    args = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        address = serve(f"sqlite:///{folder}/bench.db")
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        print(f"Chromium {browser.version}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
        for game, name in built():
            if args.board in (None, f"{game}/{name}"):
                report(f"{game}/{name}", one(browser, args.seconds, partial(sit_down, address, game, name)))
                report("  as a bare picture", one(browser, args.seconds, partial(bare, address, game, name)))
        browser.close()


if __name__ == "__main__":
    main()
