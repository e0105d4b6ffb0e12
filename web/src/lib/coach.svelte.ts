// A guide at work: which of its steps fits the game now. It only talks; every order is the player's own.
import { api } from './api';
import type { TableState } from './table.svelte';
import type { Do, GuideCard, StepCard } from './types';

/** A step that is done, and the step of the game it was done at: an order taken back undoes it. */
interface Done { id: string; at: number }

const fits = (pattern: Do, order: Do) =>
  pattern.length === order.length && pattern.every((part, n) => part === '*' || part === order[n]);

export class CoachState {
  guide = $state.raw<GuideCard | null>(null);
  closed = $state(false);
  /** What is said of the last order, if it was not the one suggested. */
  aside = $state('');
  private done = $state.raw<Done[]>([]);
  /** What was on the card at each step of the game: an order is measured by what was said when it was given. */
  private said = new Map<number, { lesson: StepCard; order: Do | null }>();
  private latest = 0;

  constructor(private table: TableState, private name: string) {
    try {
      const kept = JSON.parse(localStorage.getItem(`coach-${table.id}`) ?? '{}') as { done?: Done[]; closed?: boolean };
      this.done = kept.done ?? [];
      this.closed = kept.closed ?? false;
    } catch {
      // a browser that keeps nothing begins the guide anew
    }
  }

  async load(): Promise<void> {
    const game = this.table.card?.game;
    if (game) this.guide = await api.guide(game, this.name);
  }

  get lesson(): StepCard | null {
    const done = new Set(this.done.map((d) => d.id));
    const steps = this.guide?.steps ?? [];
    return steps.find((step, n) => !done.has(step.id) && this.holds(step, done, steps[n - 1])) ?? null;
  }

  get progress(): [number, number] {
    const steps = this.guide?.steps ?? [];
    const lessons = steps.filter((s) => !s.often);
    const reached = [...this.done.map((d) => d.id), this.lesson?.id].map((id) => lessons.findIndex((s) => s.id === id) + 1);
    return [Math.max(0, ...reached), lessons.length];
  }

  suggestion(step: StepCard): Do | null {
    const offers = this.table.live?.tabletop.offers ?? [];
    for (const pattern of step.suggest) {
      const found = offers.find((offer) => fits(pattern, offer.do));
      if (found) return found.do;
    }
    return null;
  }

  private holds(step: StepCard, done: Set<string>, before: StepCard | undefined): boolean {
    const { decision, suggest, panel, event } = step;
    const live = this.table.live;
    if (!live) return false;
    if (!decision.length && !panel && !event) return !before || done.has(before.id);
    const prompt = live.view.prompt;
    if (decision.length && !(prompt?.yours && decision.includes(prompt.decision))) return false;
    if (suggest.length && !this.suggestion(step)) return false;
    if (panel && !live.tabletop.panels.some((p) => p.kind === panel)) return false;
    return !event || live.view.log.filter((d) => d.event === event).length >= step.times;
  }

  /** This is on the card now. */
  showing(lesson: StepCard | null): void {
    const live = this.table.live;
    if (!live || !lesson || lesson.read) return;
    this.said.set(live.view.step, { lesson, order: this.suggestion(lesson) });
  }

  /** The player gave an order. */
  acted(order: Do, step: number): void {
    this.aside = '';
    const shown = this.said.get(step);
    if (!shown) return;
    this.finish(shown.lesson, step);
    if (shown.order && JSON.stringify(shown.order) !== JSON.stringify(order)) this.aside = shown.lesson.instead;
  }

  /** The game has come to a step: if it was farther before, orders were taken back. */
  at(step: number): void {
    const back = step < this.latest;
    this.latest = step;
    if (!back) return;
    const kept = this.done.filter((d) => d.at < step);
    if (kept.length !== this.done.length) {
      this.done = kept;
      this.keep();
    }
  }

  read(lesson: StepCard): void {
    this.aside = '';
    // what was read stays read, also when an order before it is taken back
    this.finish(lesson, -1);
    if (lesson.end) this.close();
  }

  close(): void {
    this.closed = true;
    this.keep();
  }

  private finish(lesson: StepCard, at: number): void {
    const steps = this.guide?.steps ?? [];
    if (lesson.often) return;
    const past = steps.slice(0, steps.indexOf(lesson)).filter((s) => !s.keep && !this.done.some((d) => d.id === s.id));
    this.done = [...this.done, ...[...past, lesson].map(({ id }) => ({ id, at }))];
    this.keep();
  }

  private keep(): void {
    try {
      localStorage.setItem(`coach-${this.table.id}`, JSON.stringify({ done: this.done, closed: this.closed }));
    } catch {
      // not kept: after a reload the guide begins anew
    }
  }
}
