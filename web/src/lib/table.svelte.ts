// One table as this screen sees it: the live view, the past one looks at, and what has been clicked so far.
import { api, Trouble } from './api';
import { attempted, click, glowing, key, matching, meant } from './choices';
import { Counsel } from './counsel.svelte';
import { Staff } from './staff.svelte';
import { Parley } from './parley.svelte';
import { prefs, say } from './prefs.svelte';
import { chart, livery, type Chart } from './topology';
import { Turns } from './turns';
import type { Clause, Do, Offer, Shown, TableCard, Target } from './types';

const POLL = 2500;

export class TableState {
  card = $state.raw<TableCard | null>(null);
  live = $state.raw<Shown | null>(null);
  past = $state.raw<Shown | null>(null);
  /** The step this page is on its way to, or stands at; null: now. */
  heading = $state<number | null>(null);
  map = $state.raw<Chart | null>(null);
  picked = $state.raw<Target[]>([]);
  hovered = $state.raw<Target | null>(null);
  refusal = $state.raw<{ text: string; clause: string; target: string; count: number } | null>(null);
  clause = $state.raw<Clause | null>(null);
  here = $state.raw<string[]>([]);
  seat = $state<string | null>(null);
  online = $state(true);
  busy = $state(false);
  missing = $state(false);
  flashed = $state.raw<{ ids: Set<string>; count: number }>({ ids: new Set(), count: 0 });
  tab = $state<'dispatches' | 'talk' | 'rules' | 'board'>('dispatches');
  drawer = $state(true);
  playing = $state(false);
  /** The last order this page gave, and the step it was given at. */
  acted = $state.raw<{ order: Do; step: number } | null>(null);
  /** The step at which this person last looked, if things happened since. */
  left = $state<number | null>(null);

  private socket: WebSocket | null = null;
  private timer = 0;
  private closed = false;
  private tries = 0;
  private cards = new Turns();
  private journeys = new Turns();

  readonly parley: Parley;
  readonly counsel: Counsel;
  readonly staff: Staff;

  constructor(readonly id: string, readonly invite?: string) {
    this.parley = new Parley(id, invite);
    this.counsel = new Counsel(id, invite);
    this.staff = new Staff(id);
  }

  get shown(): Shown | null {
    return this.past ?? this.live;
  }
  get offers(): Offer[] {
    return this.past || this.busy ? [] : (this.live?.tabletop.offers ?? []);
  }
  get yours(): boolean {
    return !!this.live?.view.prompt?.yours;
  }
  get glow(): Set<string> {
    return glowing(matching(this.offers, this.picked), this.picked);
  }
  labelOf(order: Do): string {
    const wanted = JSON.stringify(order);
    return this.live?.view.actions.find((a) => JSON.stringify(a.do) === wanted)?.label ?? order.join(' ');
  }
  powerName(id: string): string {
    return this.shown?.tabletop.powers.find((p) => p.id === id)?.name ?? this.map?.liveries.get(id)?.name ?? id;
  }
  /** A power's colours: its livery on the board, or else the colour the game gives it. */
  livery(power: string | null) {
    return livery(this.map, power, this.shown?.tabletop.powers.find((p) => p.id === power)?.colour);
  }
  seatName(seat: string): string {
    return seat.split('+').map((p) => this.powerName(p)).join(' + ');
  }
  get waitingFor(): string {
    const powers = this.live?.tabletop.powers.filter((p) => p.deciding) ?? [];
    if (powers.length) return powers.map((p) => p.name).join(', ');
    return (this.live?.view.to_act ?? []).map((s) => this.seatName(s)).join(', ');
  }

  // --- coming and going -------------------------------------------------------------------------------------------

  async start(seat: string | null): Promise<void> {
    try {
      await this.reload();
      const yours = this.card?.yours ?? [];
      const due = yours.find((s) => this.card?.to_act.includes(s));
      this.seat = seat && yours.includes(seat) ? seat : yours.length > 1 ? (due ?? yours[0] ?? null) : (yours[0] ?? null);
      await this.refresh();
      const seen = Number(localStorage.getItem(`seen-${this.id}`) ?? NaN);
      if (this.live && seen > 0 && this.live.view.log.some((d) => d.step > seen)) this.left = seen;
      if (this.left === null) this.seen();
      void this.parley.load().catch(() => undefined);
      this.connect();
    } catch (trouble) {
      if (trouble instanceof Trouble && trouble.status === 0) {
        this.online = false;
        this.timer = window.setTimeout(() => void this.start(seat), POLL);
      } else this.missing = true;
    }
  }

  private started = false;

  /** This person has seen everything up to now. */
  seen(): void {
    this.started = true;
    this.left = null;
    try {
      localStorage.setItem(`seen-${this.id}`, String(this.live?.view.step ?? 0));
    } catch {
      // nothing is kept, nothing is told on coming back
    }
  }

  /** Play what happened from a step on, one step at a time. */
  async autoplay(from: number): Promise<void> {
    this.seen();
    await this.travel(from);
    this.playing = true;
    while (this.playing && this.past && !this.closed) {
      await new Promise((done) => setTimeout(done, 900));
      const past: Shown | null = this.past;
      if (this.playing && past) await this.travel(past.view.step + 1);
    }
    this.playing = false;
  }

  stop(): void {
    this.closed = true;
    this.playing = false;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  async sitAt(seat: string | null): Promise<void> {
    this.seat = seat;
    this.journeys.ask()(); // what is still on its way was for the other seat
    this.live = this.past = this.heading = null;
    this.picked = [];
    this.socket?.close();
    this.socket = null;
    await this.refresh();
    this.connect();
  }

  /** The same table in another language: everything is asked for again, unless it is only on its way. */
  async translate(): Promise<void> {
    const { past, clause } = this;
    if (this.live) await this.sitAt(this.seat);
    if (past) await this.travel(past.view.step);
    if (clause) await this.read(clause.id);
  }

  async refresh(): Promise<void> {
    const { language } = prefs;
    const shown = await api.view(this.id, this.seat, undefined, this.invite);
    if (language !== prefs.language) return this.refresh();
    this.receive(shown);
    this.online = true;
  }

  /** The same after one's own action, without the log that is known: that of a long game is a megabyte. */
  private async catchUp(step: number): Promise<void> {
    const { language } = prefs;
    const shown = await api.view(this.id, this.seat, undefined, this.invite, step);
    if (language !== prefs.language || step === 0 || shown.view.step !== step + 1) return this.refresh();
    this.receive(shown, step);
    this.online = true;
  }

  /** Seats, clocks and pauses, as the lobby knows them. */
  async reload(): Promise<void> {
    const newest = this.cards.ask();
    const card = await api.table(this.id, this.invite);
    if (newest()) this.card = card;
  }

  private receive(shown: Shown, since?: number): void {
    if (this.live && shown.version < this.live.version) return;
    if (shown.view.seat !== this.seat) return;
    const old = this.live?.view.log ?? [];
    if (since && this.live) {
      const kept = old.filter((d) => d.step < since);
      shown = { ...shown, view: { ...shown.view, log: [...kept, ...shown.view.log.filter((d) => d.step >= since)] } };
    }
    const changed = shown.version !== this.live?.version;
    this.live = shown;
    if (!document.hidden && this.started) this.seen();
    if (changed) {
      this.picked = [];
      this.refusal = null;
      this.counsel.clear();
      this.staff.clear();
      this.parley.moved();
      if (this.card && this.card.pace !== 'none') void this.reload().catch(() => undefined);
    }
    const board = shown.tabletop.board;
    if (board && this.map?.language !== prefs.language) {
      void chart(board.game, board.board, prefs.language).then((map) => {
        if (map.language === prefs.language) this.map = map;
      });
    }
  }

  private connect(): void {
    if (this.closed) return;
    const fields = new URLSearchParams({ lang: prefs.language });
    if (this.seat) fields.set('seat', this.seat);
    if (this.invite) fields.set('invite', this.invite);
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/socket?${fields}`);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.online = true;
      // what happened while the line was cut
      void this.refresh().catch(() => undefined);
    };
    let heard = false;
    socket.onmessage = (message: MessageEvent<string>) => {
      if (this.socket !== socket) return;
      if (!heard) {
        // From here on nothing is missed; what was said or seated before is asked for.
        heard = true;
        void Promise.all([this.parley.load(), this.reload()]).catch(() => undefined);
      }
      const told = JSON.parse(message.data) as { type: string } & Record<string, unknown>;
      if (told.type === 'view') this.receive(told as unknown as Shown, told['since'] as number | undefined);
      else if (told.type === 'talk' || told.type === 'read') void this.parley.load().catch(() => undefined);
      else if (told.type === 'table' || told.type === 'warning') void this.reload().catch(() => undefined);
      else if (told.type === 'presence') this.here = told['here'] as string[];
      else if (told.type === 'thinking') this.staff.thinking = { seat: told['seat'] as string, share: told['share'] as number };
    };
    socket.onclose = () => {
      if (this.closed || this.socket !== socket) return;
      this.tries += 1;
      const wait = Math.min(POLL * this.tries, 15000);
      void this.refresh().catch(() => (this.online = false));
      this.timer = window.setTimeout(() => this.connect(), wait);
    };
  }

  // --- orders -----------------------------------------------------------------------------------------------------

  async press(target: Target): Promise<void> {
    const shown = this.live;
    if (!shown || this.past || !this.seat) return;
    if (!this.yours) {
      if (!shown.view.result) this.refuse(say('notYours', this.waitingFor), '', key(target));
      return;
    }
    if (this.busy || this.counsel.weighing) return;
    const wanted = meant(this.offers, this.picked, target, shown.tabletop.pieces);
    const step = click(this.offers, this.picked, wanted);
    if (step.kind === 'act') return this.act(step.offer.do);
    if (step.kind === 'pick') {
      this.picked = step.picked;
      this.refusal = this.counsel.doubt = null;
      return;
    }
    const order = attempted(this.offers, this.picked, target, shown.tabletop.pieces);
    if (!order) return this.refuse(say('nothingHere'), shown.view.prompt?.clause ?? '', key(target));
    try {
      const answer = await api.explain(this.id, this.seat, order);
      this.refuse(answer.text ?? say('nothingHere'), answer.clause ?? '', key(target));
    } catch (trouble) {
      this.trouble(trouble, key(target));
    }
  }

  /** What a click here would do, in words. */
  preview(target: Target): string {
    const pieces = this.live?.tabletop.pieces ?? [];
    const wanted = meant(this.offers, this.picked, target, pieces);
    const step = click(this.offers, this.picked, wanted);
    if (step.kind === 'act') return this.labelOf(step.offer.do);
    if (step.kind === 'refused') return '';
    const open = matching(this.offers, step.picked);
    const only = open.length === 1 ? open[0] : undefined;
    if (only) return this.labelOf(only.do);
    return say('choose', this.nameOf(wanted)) + ` · ${say('ordersCount', open.length)}`;
  }

  hover(target: Target | null): void {
    this.hovered = target;
    void this.counsel.look(target, this.seat);
  }
  get reached() {
    return this.counsel.reached;
  }
  /** Let go of what was picked up, and of an order not yet confirmed. */
  putBack(): void {
    this.picked = [];
    this.counsel.doubt = null;
  }

  nameOf(target: Target): string {
    if (target.kind === 'piece') return this.shown?.tabletop.pieces.find((p) => p.id === target.id)?.label ?? target.id;
    if (target.kind === 'space') return this.map?.spaces.get(target.id)?.name ?? target.id;
    if (target.kind === 'power') return this.powerName(target.id);
    return target.id;
  }

  /** Give an order; one that binds is given twice, unless it is certain. */
  async act(order: Do, certain = false): Promise<void> {
    if (!this.seat || this.busy || this.counsel.weighing) return;
    this.refusal = null;
    try {
      if (!certain && !(await this.counsel.sure(this.seat, order))) return;
    } catch (trouble) {
      if (trouble instanceof Trouble && trouble.status === 422) await this.refresh().catch(() => undefined);
      else this.trouble(trouble, '');
      return;
    }
    this.seen();
    const step = this.live?.view.step ?? 0;
    await this.send(async (seat, version) => {
      await api.act(this.id, seat, version, order);
      this.acted = { order, step };
    });
  }
  async undo(): Promise<void> {
    await this.send((seat, version) => api.undo(this.id, seat, version));
  }
  /** Everything that can still be taken back. */
  async undoAll(): Promise<void> {
    await this.send((seat, version) => api.undo(this.id, seat, version, true));
  }
  async order(reaction: string, answer: string): Promise<void> {
    await this.send((seat) => api.order(this.id, seat, reaction, answer));
  }

  private async send(what: (seat: string, version: number) => Promise<unknown>): Promise<void> {
    if (!this.seat || !this.live || this.busy) return;
    this.busy = true;
    try {
      const { step } = this.live.view;
      await what(this.seat, this.live.version);
      await this.catchUp(step);
    } catch (trouble) {
      if (trouble instanceof Trouble && trouble.status === 409) await this.refresh().catch(() => undefined);
      else this.trouble(trouble, '');
    } finally {
      this.busy = false;
    }
  }

  private trouble(trouble: unknown, target: string): void {
    if (trouble instanceof Trouble && trouble.status !== 0) this.refuse(trouble.message, trouble.clause, target);
    else this.online = false;
  }

  private refuse(text: string, clause: string, target: string): void {
    this.refusal = { text, clause, target, count: (this.refusal?.count ?? 0) + 1 };
  }

  // --- reading ----------------------------------------------------------------------------------------------------

  async travel(step: number): Promise<void> {
    const arrived = this.journeys.ask();
    const last = this.live?.view.step ?? 0;
    const place = new URLSearchParams(location.hash.split('?')[1] ?? '');
    if (step >= last) place.delete('step');
    else place.set('step', String(Math.max(0, step)));
    history.replaceState(null, '', `#/table/${this.id}${place.size ? `?${place}` : ''}`);
    this.heading = step >= last ? null : Math.max(0, step);
    if (this.heading === null) {
      if (arrived()) this.past = null;
      return;
    }
    try {
      const shown = await api.view(this.id, this.seat, this.heading, this.invite);
      if (!arrived()) return;
      this.putBack();
      this.past = shown;
    } catch (trouble) {
      this.heading = this.past?.view.step ?? null;
      throw trouble;
    }
  }

  flash(ids: string[]): void {
    this.flashed = { ids: new Set(ids), count: this.flashed.count + 1 };
  }

  async read(clause: string): Promise<void> {
    const game = this.live?.view.game ?? this.card?.game;
    if (!clause || !game) return;
    this.tab = 'rules';
    this.drawer = true;
    try {
      this.clause = await api.clause(game, clause);
    } catch {
      this.clause = null;
    }
  }
}
