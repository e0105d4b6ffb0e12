// What is asked before deciding: can it be taken back, how likely is it, how far does a piece get?
import { api } from './api';
import { prefs, say } from './prefs.svelte';
import type { Do, Odds, Reached, Target } from './types';

export interface Doubt { do: Do; why: 'chance' | 'others' | 'end' }

export class Counsel {
  /** An order that binds, given once and waiting to be confirmed. */
  doubt = $state.raw<Doubt | null>(null);
  odds = $state.raw<Odds | null>(null);
  /** Where the piece under the hand can get to. */
  reached = $state.raw<{ piece: string; spaces: Reached[] } | null>(null);
  weighing = $state(false);
  private known = new Map<string, Promise<Reached[]>>();
  private wanted: string | null = null;

  constructor(private id: string, private invite?: string) {}

  /** Whether the order may go: it can be taken back, or was confirmed, or the player does not want to be asked. */
  async sure(seat: string, order: Do): Promise<boolean> {
    if (!prefs.confirm) return true;
    if (this.doubt && JSON.stringify(this.doubt.do) === JSON.stringify(order)) return true;
    this.weighing = true;
    try {
      const { binding } = await api.weigh(this.id, seat, order);
      this.doubt = binding ? { do: order, why: binding } : null;
      return !binding;
    } finally {
      this.weighing = false;
    }
  }

  async askOdds(seat: string): Promise<void> {
    this.odds = this.odds ? null : (await api.odds(this.id, seat)).odds ?? { title: say('noOdds'), ways: [], note: '' };
  }

  /** The hand is over something: show where it can get to, if that layer is wanted. */
  async look(target: Target | null, seat: string | null): Promise<void> {
    const piece = target?.kind === 'piece' && prefs.layers.has('reach') ? target.id : null;
    if (piece === this.wanted) return;
    this.wanted = piece;
    if (!piece) {
      this.reached = null;
      return;
    }
    let asked = this.known.get(piece);
    if (!asked) {
      asked = api.reach(this.id, seat, piece, this.invite);
      this.known.set(piece, asked);
    }
    const spaces = await asked.catch(() => []);
    if (this.wanted === piece) this.reached = { piece, spaces };
  }

  /** The table has moved on. */
  clear(): void {
    this.doubt = this.odds = this.reached = null;
    this.wanted = null;
    this.known.clear();
  }
}
