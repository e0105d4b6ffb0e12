import { api } from './api';
import type { Livery, SpaceOnMap, Topology } from './types';

export type Point = [number, number];

/** A board ready to be drawn: outlines as path data, liveries by power, names in one language. */
export class Chart {
  readonly outlines = new Map<string, string>();
  readonly spaces = new Map<string, SpaceOnMap>();
  readonly liveries = new Map<string, Livery>();

  constructor(readonly topology: Topology, readonly language: string) {
    for (const space of topology.spaces) {
      this.spaces.set(space.id, space);
      this.outlines.set(space.id, this.outline(space));
    }
    for (const power of topology.powers) this.liveries.set(power.id, power);
  }

  get playable(): SpaceOnMap[] {
    return this.topology.spaces.filter((s) => s.name && s.kind !== 'void' && s.kind !== 'impassable');
  }

  private arc(i: number): Point[] {
    const flat = this.topology.arcs[i >= 0 ? i : ~i] ?? [];
    const points: Point[] = [];
    let x = 0;
    let y = 0;
    for (let n = 0; n + 1 < flat.length; n += 2) {
      x += flat[n] ?? 0;
      y += flat[n + 1] ?? 0;
      points.push([x * this.topology.unit, y * this.topology.unit]);
    }
    return i >= 0 ? points : points.reverse();
  }

  private outline(space: SpaceOnMap): string {
    let path = '';
    for (const polygon of space.polygons) {
      for (const ring of polygon) {
        const points = ring.flatMap((i, n) => (n ? this.arc(i).slice(1) : this.arc(i)));
        path += `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`;
      }
    }
    return path;
  }

  /** By space, the arcs on which only that side belongs to the group: its share of the group's outer border. */
  rims(ids: string[]): Map<string, string> {
    const arcs = new Map(ids.map((id) => [id, (this.spaces.get(id)?.polygons ?? []).flat(2).map((i) => (i >= 0 ? i : ~i))]));
    const count = new Map<number, number>();
    for (const i of [...arcs.values()].flat()) count.set(i, (count.get(i) ?? 0) + 1);
    const draw = (i: number) => `M${this.arc(i).map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;
    return new Map([...arcs].map(([id, own]) => [id, own.filter((i) => count.get(i) === 1).map(draw).join('')]));
  }

  middle(id: string): Point {
    const space = this.spaces.get(id);
    return space?.slots?.[0] ?? space?.label?.at ?? [0, 0];
  }
}

const known = new Map<string, Promise<Chart>>();

export function chart(game: string, board: string, language: string): Promise<Chart> {
  const name = `${game}/${board}/${language}`;
  let found = known.get(name);
  if (!found) {
    found = api.topology(game, board).then((t) => new Chart(t, language));
    found.catch(() => known.delete(name));
    known.set(name, found);
  }
  return found;
}

const FALLBACK: Record<string, [string, string]> = {
  red: ['#981c18', '#f7efdc'], blue: ['#3263c4', '#f7efdc'], white: ['#fcf9ef', '#2b2118'],
  black: ['#2a2e35', '#f7efdc'], green: ['#44905b', '#20160d'], orange: ['#e58423', '#20160d'],
  yellow: ['#efd343', '#20160d'], purple: ['#6b4a86', '#f7efdc'], brown: ['#7a5a36', '#f7efdc'],
  grey: ['#8d8778', '#20160d'],
};

/** A power's livery from the board, or from its colour where there is no board. */
export function livery(map: Chart | null, power: string | null, colour = 'grey'): Livery {
  const known = power ? map?.liveries.get(power) : undefined;
  if (known) return known;
  const [counter, ink] = (power === null ? ['#9a8a6c', '#20160d'] : FALLBACK[colour]) ?? ['#c6b28a', '#20160d'];
  return { id: power ?? '', name: '', livery: 'minor', wash: counter ?? '', counter: counter ?? '', ink: ink ?? '', pattern: 'dot' };
}
