// Clocks tick on the screen from what the server said last.
import type { Clock, TableCard } from './types';

const received = new WeakMap<object, number>();

/** A card of a table, with the moment it came. */
export function stamped(card: TableCard): TableCard {
  received.set(card, Date.now());
  return card;
}

/** Seconds left now. */
export function left(card: TableCard, clock: Clock, now: number): number {
  const since = received.get(card) ?? now;
  return Math.max(0, clock.left - (clock.running ? (now - since) / 1000 : 0));
}

/** As short as it can be said: days and hours, hours and minutes, minutes and seconds. */
export function spoken(seconds: number, language: string): string {
  const whole = Math.floor(seconds);
  const [day, hour] = language === 'fr' ? ['j', 'h'] : ['d', 'h'];
  if (whole >= 86400) return `${Math.floor(whole / 86400)} ${day} ${Math.floor((whole % 86400) / 3600)} ${hour}`;
  if (whole >= 3600) return `${Math.floor(whole / 3600)} ${hour} ${String(Math.floor((whole % 3600) / 60)).padStart(2, '0')}`;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

export const day = (seconds: number, language: string) =>
  new Date(seconds * 1000).toLocaleDateString(language, { day: 'numeric', month: 'long' });
