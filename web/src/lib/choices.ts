// From clicks to one of the offered actions. Pure: what may be clicked next, and what a click leads to.
import type { Do, Offer, Piece, Target } from './types';

export const key = (t: Target) => `${t.kind}:${t.id}`;
export const same = (a: Target, b: Target) => a.kind === b.kind && a.id === b.id;

/** What is left to click of an offer once these are clicked; null if the offer does not have them all. */
export function rest(offer: Offer, picked: Target[]): Target[] | null {
  const left = [...offer.targets];
  for (const target of picked) {
    const place = left.findIndex((t) => same(t, target));
    if (place < 0) return null;
    left.splice(place, 1);
  }
  return left;
}

export const matching = (offers: Offer[], picked: Target[]) => offers.filter((o) => rest(o, picked) !== null);

/** What glows: the next click of every offer that is still open. */
export function glowing(offers: Offer[], picked: Target[]): Set<string> {
  const found = new Set<string>();
  for (const offer of offers) {
    const next = rest(offer, picked)?.[0];
    if (next && next.kind !== 'button') found.add(key(next));
  }
  return found;
}

/** Offers that need no further click on the table: they are buttons. */
export const buttons = (offers: Offer[], picked: Target[]) =>
  offers.filter((o) => rest(o, picked)?.every((t) => t.kind === 'button'));

export type Step =
  | { kind: 'act'; offer: Offer }
  | { kind: 'pick'; picked: Target[] }
  | { kind: 'refused' };

/** What a click on this target leads to. */
export function click(offers: Offer[], picked: Target[], target: Target): Step {
  if (picked.some((t) => same(t, target))) return { kind: 'pick', picked: picked.filter((t) => !same(t, target)) };
  for (const start of [picked, []]) {
    const now = [...start, target];
    const open = matching(offers, now);
    const only = open[0];
    if (open.length === 1 && only && (rest(only, now)?.length === 0 || target.kind === 'card')) {
      return { kind: 'act', offer: only };
    }
    if (open.length > 0) return { kind: 'pick', picked: now };
  }
  return { kind: 'refused' };
}

/** A space that is not on offer stands for the one piece in it that is, and a piece for the space it stands in. */
export function meant(offers: Offer[], picked: Target[], target: Target, pieces: Piece[]): Target {
  const open = new Set(matching(offers, picked).flatMap((o) => rest(o, picked) ?? []).map(key));
  if (open.has(key(target)) || picked.some((t) => same(t, target))) return target;
  const others: Target[] =
    target.kind === 'piece'
      ? pieces.filter((p) => p.id === target.id && p.space).map((p) => ({ kind: 'space', id: p.space ?? '' }))
      : pieces.filter((p) => p.space === target.id).map((p) => ({ kind: 'piece', id: p.id }));
  const offered = others.filter((t) => open.has(key(t)));
  return (offered.length === 1 && offered[0]) || target;
}

/** The action a refused click was probably meant as: one of the offers, with this target in its place. */
export function attempted(offers: Offer[], picked: Target[], target: Target, pieces: Piece[]): Do | null {
  const candidates: Target[] = [target];
  if (target.kind === 'space') {
    candidates.push(...pieces.filter((p) => p.space === target.id).map((p) => ({ kind: 'piece' as const, id: p.id })));
  } else if (target.kind === 'piece') {
    const space = pieces.find((p) => p.id === target.id)?.space;
    if (space) candidates.unshift({ kind: 'space', id: space });
  }
  for (const pool of [matching(offers, picked), offers]) {
    for (const wanted of candidates) {
      for (const offer of pool) {
        const place = offer.targets.findIndex((t) => t.kind === wanted.kind && !picked.some((p) => same(p, t)));
        // only the first click left is replaced: an order is refused for what was clicked, not for what was not
        const first = rest(offer, pool === offers ? [] : picked)?.[0];
        if (place < 0 || !first || first.kind !== wanted.kind) continue;
        const order = [...offer.do];
        order[1 + place] = typeof order[1 + place] === 'number' ? Number(wanted.id) : wanted.id;
        return order;
      }
    }
  }
  return null;
}
