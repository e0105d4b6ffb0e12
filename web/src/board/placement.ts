// Where each piece is drawn. Pure: from the tabletop and the board to points of the sheet.
import type { Chart, Point } from '../lib/topology';
import type { Piece } from '../lib/types';

export interface Placed {
  piece: Piece;
  at: Point;
  /** Pieces of one stack lie on one another. */
  order: number;
  /** It lies with others and can be fanned out. */
  stacked: boolean;
  /** It stands beyond the border of its space, and a cord ties it to this point. */
  tie?: Point;
}

const ROW = 5;

/** Pieces are drawn `grow` times their size; a stack that is fanned out takes the room it needs. */
export function place(pieces: Piece[], map: Chart, grow: number, fanned: string | null): Placed[] {
  const by = new Map<string, Piece[]>();
  for (const piece of pieces) {
    if (!piece.space) continue;
    const there = by.get(piece.space);
    if (there) there.push(piece);
    else by.set(piece.space, [piece]);
  }
  const width = map.topology.counter + 4;
  const placed: Placed[] = [];
  for (const [space, there] of by) {
    const slots = map.spaces.get(space)?.slots ?? [];
    const tether = map.spaces.get(space)?.tether;
    const roomy = grow <= 1.15 && slots.length >= there.length;
    const [x, y] = slots[0] ?? map.middle(space);
    there.forEach((piece, n) => {
      let at: Point;
      if (space === fanned && !roomy) {
        const row = Math.floor(n / ROW);
        const inRow = Math.min(ROW, there.length - row * ROW);
        const rows = Math.ceil(there.length / ROW);
        at = [x + ((n % ROW) - (inRow - 1) / 2) * width * grow, y + (row - (rows - 1) / 2) * width * grow];
      } else if (roomy) at = slots[n] ?? [x, y];
      else if (grow > 1.15) at = [x + (n - (there.length - 1) / 2) * Math.min(24, 96 / there.length) * grow, y];
      else {
        const slot = slots[n % Math.max(slots.length, 1)] ?? [x, y];
        const level = Math.floor(n / Math.max(slots.length, 1));
        at = [slot[0] + 7 * level, slot[1] - 7 * level];
      }
      const away = tether && n % slots.length >= tether.first && grow <= 1.15 && (roomy || space !== fanned);
      placed.push({ piece, at, order: n, stacked: !roomy && there.length > 1, tie: away ? tether.at : undefined });
    });
  }
  return placed.sort((a, b) => (a.piece.id < b.piece.id ? -1 : 1));
}
