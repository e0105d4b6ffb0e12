import type { Chart, Point } from '../lib/topology';
import type { Dispatch, Tabletop } from '../lib/types';

export interface Journey { id: string; way: Point[] }

/** How each piece that stands elsewhere now came there, as offsets from where it stands. */
export function journeys(before: Tabletop, after: Tabletop, log: Dispatch[], map: Chart): Journey[] {
  const was = new Map(before.pieces.map((p) => [p.id, p.space]));
  return after.pieces.flatMap((piece) => {
    const from = was.get(piece.id);
    if (!from || !piece.space || from === piece.space) return [];
    const told = log.findLast((d) => Array.isArray(d.data['path']) && Object.values(d.data).includes(piece.id));
    const path = ((told?.data['path'] as string[] | undefined) ?? []).filter((s) => map.spaces.has(s));
    const spaces = path.at(-1) === piece.space ? [from, ...path.filter((s) => s !== from)] : [from, piece.space];
    const [x, y] = map.middle(piece.space);
    return [{ id: piece.id, way: spaces.map((s): Point => [map.middle(s)[0] - x, map.middle(s)[1] - y]) }];
  });
}
