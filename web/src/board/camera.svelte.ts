const STEPS = [1, 1.3, 1.7, 2.1];

// Pan and zoom: a CSS transform on the sheet, written at most once a frame.
// What the page shows of it changes in steps (`grow`, `close`) and when the map has come to rest, so that moving it
// updates nothing else.
export class Camera {
  zoom = 0.5;
  /** Seen from afar pieces are drawn larger, so that they can be read and hit. */
  grow = $state(1);
  /** Near enough for the finer sheet. */
  close = $state(false);
  x = 0;
  y = 0;
  moving = $state(false);
  private frame = 0;
  private rest = 0;
  private pointers = new Map<number, { x: number; y: number }>();
  private dragged = 0;

  constructor(private sheet: () => HTMLElement | undefined, private window: () => HTMLElement | undefined,
    private size: () => [number, number]) {}

  get fingers(): number {
    return this.pointers.size;
  }
  /** What follows is the end of something else than a click. */
  forgetClick(): void {
    this.dragged = 99;
  }
  /** A point of the window on the sheet. */
  onSheet(x: number, y: number): [number, number] {
    return [(x - this.x) / this.zoom, (y - this.y) / this.zoom];
  }

  /** A drag is not a click. */
  get wasDragged(): boolean {
    return this.dragged > 6;
  }

  private get least(): number {
    const box = this.window()?.getBoundingClientRect();
    const [w, h] = this.size();
    return box && box.width ? Math.min(box.width / w, box.height / h) : 0.2;
  }

  apply(): void {
    this.moving = true;
    if (!this.frame) {
      this.frame = requestAnimationFrame(() => {
        this.frame = 0;
        const sheet = this.sheet();
        if (sheet) sheet.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.zoom})`;
      });
    }
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.settle(), 180) as unknown as number;
  }

  private settle(): void {
    this.moving = false;
    this.grow = STEPS.findLast((s) => s <= 0.82 / this.zoom + 0.05) ?? 1;
    if (this.zoom * devicePixelRatio > 1.3) this.close = true;
  }

  private hold(): void {
    const box = this.window()?.getBoundingClientRect();
    if (!box) return;
    const [w, h] = this.size();
    const hold = (at: number, room: number, length: number) =>
      length <= room ? (room - length) / 2 : Math.min(0, Math.max(room - length, at));
    this.x = hold(this.x, box.width, w * this.zoom);
    this.y = hold(this.y, box.height, h * this.zoom);
  }

  pan(dx: number, dy: number): void {
    this.x += dx;
    this.y += dy;
    this.hold();
    this.apply();
  }

  zoomAt(factor: number, px?: number, py?: number): void {
    const box = this.window()?.getBoundingClientRect();
    if (!box) return;
    const x = px ?? box.width / 2;
    const y = py ?? box.height / 2;
    const zoom = Math.min(2.5, Math.max(this.least, this.zoom * factor));
    this.x = x - ((x - this.x) * zoom) / this.zoom;
    this.y = y - ((y - this.y) * zoom) / this.zoom;
    this.zoom = zoom;
    this.hold();
    this.apply();
  }

  /** Show this part of the sheet. */
  frameOn(points: [number, number][], margin = 260): void {
    const box = this.window()?.getBoundingClientRect();
    if (!box?.width) return;
    const [w, h] = this.size();
    const xs = points.length ? points.map((p) => p[0]) : [0, w];
    const ys = points.length ? points.map((p) => p[1]) : [0, h];
    const room = points.length ? margin : 0;
    const [x0, x1, y0, y1] = [Math.min(...xs) - room, Math.max(...xs) + room, Math.min(...ys) - room, Math.max(...ys) + room];
    this.zoom = Math.min(1, Math.max(this.least, Math.min(box.width / (x1 - x0), box.height / (y1 - y0))));
    this.x = box.width / 2 - ((x0 + x1) / 2) * this.zoom;
    this.y = box.height / 2 - ((y0 + y1) / 2) * this.zoom;
    this.hold();
    this.apply();
    this.settle();
  }

  down(event: PointerEvent): void {
    if (this.pointers.size === 0) this.dragged = 0;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  move(event: PointerEvent): void {
    const last = this.pointers.get(event.pointerId);
    if (!last) return;
    const dx = event.clientX - last.x;
    const dy = event.clientY - last.y;
    if (this.pointers.size === 2) {
      const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
      const box = this.window()?.getBoundingClientRect();
      if (other && box) {
        const before = Math.hypot(last.x - other.x, last.y - other.y);
        const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
        this.zoomAt(after / Math.max(before, 1), (event.clientX + other.x) / 2 - box.left, (event.clientY + other.y) / 2 - box.top);
        this.pan(dx / 2, dy / 2);
      }
      this.dragged = 99;
    } else {
      this.dragged += Math.hypot(dx, dy);
      if (this.wasDragged) {
        const pane = this.window();
        if (pane && !pane.hasPointerCapture(event.pointerId)) pane.setPointerCapture(event.pointerId);
        this.pan(dx, dy);
      }
    }
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  up(event: PointerEvent): void {
    this.pointers.delete(event.pointerId);
  }

  wheel(event: WheelEvent): void {
    event.preventDefault();
    const box = this.window()?.getBoundingClientRect();
    if (box) this.zoomAt(Math.exp(-event.deltaY * 0.0015), event.clientX - box.left, event.clientY - box.top);
  }

  key(event: KeyboardEvent): boolean {
    const step = 90;
    const moves: Record<string, () => void> = {
      ArrowLeft: () => this.pan(step, 0), ArrowRight: () => this.pan(-step, 0),
      ArrowUp: () => this.pan(0, step), ArrowDown: () => this.pan(0, -step),
      '+': () => this.zoomAt(1.25), '=': () => this.zoomAt(1.25), '-': () => this.zoomAt(0.8), '0': () => this.frameOn([]),
    };
    const move = moves[event.key];
    move?.();
    return !!move;
  }
}
