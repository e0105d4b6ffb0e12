"""Frame times of the map in Chromium while it is dragged and zoomed, beside those of an empty page.

    python benchmarks/frames.py [FILE]

Without a graphics card Chromium draws in software, and frames then wait for the processor. What the page itself needs
for a frame is the time of its main thread, which does not depend on how busy the machine is.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "web"))

from hands import play_now, wait_for_orders
from playwright.sync_api import CDPSession, Page, sync_playwright

from conftest import CHROMIUM, FLAGS, Table

SECONDS = 4
START = """() => {
    window.frames_seen = []; let last = performance.now();
    const tick = (now) => {
        window.frames_seen.push(now - last); last = now; window.frame = requestAnimationFrame(tick);
    };
    window.frame = requestAnimationFrame(tick);
}"""
STOP = "() => { cancelAnimationFrame(window.frame); return window.frames_seen.slice(2); }"
DRAG = """async (seconds) => {
    const pane = document.querySelector('.pane'), box = pane.getBoundingClientRect();
    const send = (type, x, y) => pane.dispatchEvent(new PointerEvent(type, {
        pointerId: 1, pointerType: 'mouse', clientX: box.left + x, clientY: box.top + y, bubbles: true, buttons: 1 }));
    pane.setPointerCapture = () => {}; pane.hasPointerCapture = () => true;
    send('pointerdown', 400, 300);
    const began = performance.now();
    await new Promise((done) => { const step = (now) => {
        const t = (now - began) / 1000;
        send('pointermove', 400 + 250 * Math.sin(2 * t), 300 + 150 * Math.cos(3 * t));
        if (t < seconds) requestAnimationFrame(step); else { send('pointerup', 400, 300); done(); }
    }; requestAnimationFrame(step); });
}"""
ZOOM = """async (seconds) => {
    const pane = document.querySelector('.pane'), box = pane.getBoundingClientRect(), began = performance.now();
    await new Promise((done) => { const step = (now) => {
        const t = (now - began) / 1000;
        pane.dispatchEvent(new WheelEvent('wheel', { deltaY: 24 * Math.sin(3 * t), clientX: box.left + 400,
            clientY: box.top + 300, bubbles: true, cancelable: true }));
        if (t < seconds) requestAnimationFrame(step); else done();
    }; requestAnimationFrame(step); });
}"""
WAIT = "(seconds) => new Promise((done) => setTimeout(done, 1000 * seconds))"


def measured(page: Page, what: str) -> dict[str, float]:
    """Frame times in milliseconds while a script runs."""
    chromium = page.context.new_cdp_session(page)
    chromium.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = _busy(chromium)
    page.evaluate(START)
    page.evaluate(what, SECONDS)
    frames: list[float] = page.evaluate(STOP)
    busy = _busy(chromium) - before
    chromium.detach()
    ordered = sorted(frames)
    return {
        "main thread, ms a frame": round(1000 * busy / len(frames), 2),
        "frames a second": round(1000 * len(frames) / sum(frames), 1),
        "median ms": round(statistics.median(frames), 1),
        "p95 ms": round(ordered[int(0.95 * len(ordered))], 1),
        "longest ms": round(ordered[-1], 1),
    }


def _busy(chromium: CDPSession) -> float:
    """Seconds the main thread has worked."""
    metrics = chromium.send("Performance.getMetrics")["metrics"]
    return float(next(m["value"] for m in metrics if m["name"] == "TaskDuration"))


def main() -> None:
    """Measure and print, or write a file."""
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        table = Table(Path(data))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            page = browser.new_page(viewport={"width": 1400, "height": 900}, locale="en")
            page.goto("about:blank")
            found["an empty page"] = measured(page, WAIT)
            page.goto(table.address)
            play_now(page)
            wait_for_orders(page)
            page.wait_for_timeout(1500)
            found["pieces on the board"] = page.locator(".piece").count()
            found["at rest, with what glows"] = measured(page, WAIT)
            found["dragging"] = measured(page, DRAG)
            found["zooming"] = measured(page, ZOOM)
        finally:
            browser.close()
            table.stop()
    text = json.dumps(found, indent=2)
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(text + "\n")
    print(text)


if __name__ == "__main__":
    main()
