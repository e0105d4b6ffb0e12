// The bots of a table: the staff's advice to this seat, and whoever thinks just now.
import { api } from './api';
import { say } from './prefs.svelte';
import type { Hint, PlayerCard } from './types';

let players: Promise<PlayerCard[]> | null = null;
/** The bots of this server, our own levels first. */
export const levels = (): Promise<PlayerCard[]> => (players ??= api.players());

const OURS = ['random', 'staff', 'marshal'] as const;
type Ours = (typeof OURS)[number];
const isOurs = (name: string): name is Ours => (OURS as readonly string[]).includes(name);
export const levelName = (name: string): string => (isOurs(name) ? say(`level_${name}`) : name);
export const levelAbout = (name: string): string => say(isOurs(name) ? `levelAbout_${name}` : 'levelAbout_other');

export class Staff {
  hint = $state.raw<Hint | null>(null);
  asking = $state(false);
  fault = $state(false);
  /** A bot that takes its time, and how much of it is used up. */
  thinking = $state.raw<{ seat: string; share: number } | null>(null);

  constructor(private id: string) {}

  async ask(seat: string): Promise<void> {
    if (this.hint || this.fault) {
      this.hint = null;
      this.fault = false;
      return;
    }
    this.asking = true;
    try {
      this.hint = await api.hint(this.id, seat);
    } catch {
      this.fault = true;
    } finally {
      this.asking = false;
    }
  }

  async hurry(): Promise<void> {
    await api.hurry(this.id).catch(() => undefined);
  }

  /** The table has moved on. */
  clear(): void {
    this.hint = this.thinking = null;
    this.fault = false;
  }
}
