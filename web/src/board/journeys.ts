import type { Chart, Point } from '../lib/topology';
import type { Dispatch, Tabletop } from '../lib/types';

export interface Journey { id: string; way: Point[] }

/** How each piece that stands elsewhere now came there, as offsets from where it stands. */
export function journeys(before: Tabletop, after: Tabletop, news: Dispatch[], map: Chart): Journey[] {
  const was = new Map(before.pieces.map((p) => [p.id, p.space]));
  return after.pieces.flatMap((piece) => {
    const from = was.get(piece.id);
    const to = piece.space;
    if (!from || !to || from === to) return [];
    const told = news.filter((d) => d.margin.pieces?.includes(piece.id)).flatMap((d) => d.margin.way ?? []);
    const start = told.indexOf(from);
    const way = start >= 0 && told.at(-1) === to ? told.slice(start) : [from, to];
    const spaces = way.filter((s, n) => map.spaces.has(s) && s !== way[n - 1]);
    const [x, y] = map.middle(to);
    return [{ id: piece.id, way: spaces.map((s): Point => [map.middle(s)[0] - x, map.middle(s)[1] - y]) }];
  });
}
