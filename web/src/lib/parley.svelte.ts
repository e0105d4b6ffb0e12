// Talk at one table: the channels this person hears, what is new in them, and the one being read.
import { api } from './api';
import { Turns } from './turns';
import type { ChannelCard, Word } from './types';

export const EVERYBODY = 'table';

export class Parley {
  channels = $state.raw<ChannelCard[]>([]);
  channel = $state(EVERYBODY);
  lines = $state.raw<Word[]>([]);
  /** Whether the lines are in sight: only then are they read. */
  private looking = false;
  private counting = new Turns();
  private hearing = new Turns();

  constructor(readonly id: string, readonly invite?: string) {}

  get unread(): number {
    return this.channels.reduce((sum, card) => sum + card.unread, 0);
  }
  get closed(): ChannelCard['closed'] {
    return this.channels.find((card) => card.channel === this.channel)?.closed ?? null;
  }

  /** Channels come and go with seats; whoever lost the one they read is back among everybody. */
  async load(): Promise<void> {
    const counted = this.counting.ask();
    const heard = this.hearing.ask();
    const channels = await api.channels(this.id, this.invite);
    if (!counted()) return;
    const known = this.channel.includes(',') || channels.some((card) => card.channel === this.channel);
    if (!known) this.channel = EVERYBODY;
    this.channels = channels;
    const wanted = this.channel;
    const lines = await api.talk(this.id, wanted, this.invite).catch(() => []);
    if (wanted !== this.channel || !heard()) return;
    this.lines = lines;
    await this.read();
  }

  async choose(channel: string): Promise<void> {
    this.channel = channel;
    this.lines = [];
    await this.load();
  }

  async see(visible: boolean): Promise<void> {
    this.looking = visible;
    if (visible) await this.load();
  }

  /** What the rules close may change with every order; nobody asks who does not look. */
  moved(): void {
    if (this.looking) void this.load().catch(() => undefined);
  }

  async speak(text: string): Promise<void> {
    await api.say(this.id, this.channel, text);
    await this.load().catch(() => undefined); // it was said, whether or not it can be heard yet
  }

  private async read(): Promise<void> {
    const here = this.channels.find((card) => card.channel === this.channel);
    if (!this.looking || document.hidden || !here?.unread) return;
    this.channels = this.channels.map((card) => (card === here ? { ...card, unread: 0 } : card));
    await api.read(this.id, this.channel);
  }
}
