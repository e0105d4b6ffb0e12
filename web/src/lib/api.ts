import type {
  ChannelCard, Clause, CouriersCard, LetterCard, NewCourier, Wish, Do, GameInfo, GuideCard, Hint, Likely, NewTable, Person, PlayerCard, Reached, Shown, TableCard, TokenCard, Topology, VacationCard, Weighed, Word,
} from './types';
import { stamped } from './clocks';
import { say } from './prefs.svelte';

/** A refusal or fault, in the server's words, with the clause where there is one. */
export class Trouble extends Error {
  constructor(public status: number, text: string, public clause = '') {
    super(text);
  }
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api/${path}`, {
      method,
      credentials: 'same-origin',
      headers: { 'Accept-Language': document.documentElement.lang, ...(body === undefined || body instanceof Blob ? {} : { 'Content-Type': 'application/json' }) },
      body: body === undefined ? undefined : body instanceof Blob ? body : JSON.stringify(body),
    });
  } catch {
    throw new Trouble(0, say('offline'));
  }
  const data: unknown = answer.status === 204 ? null : await answer.json().catch(() => null);
  if (!answer.ok) {
    const fault = (data as { error?: { text?: string; clause?: string } } | null)?.error;
    throw new Trouble(answer.status, fault?.text ?? say('serverSaid', answer.status), fault?.clause ?? '');
  }
  return data as T;
}

const get = <T>(path: string) => call<T>('GET', path);
const post = <T>(path: string, body: unknown = {}) => call<T>('POST', path, body);
const query = (fields: Record<string, string | number | null | undefined>) => {
  const known = Object.entries(fields).filter(([, v]) => v !== null && v !== undefined && v !== '');
  const text = new URLSearchParams(known.map(([k, v]) => [k, String(v)])).toString();
  return text ? `?${text}` : '';
};
const at = (id: string) => `tables/${encodeURIComponent(id)}`;

export const api = {
  me: () => get<{ person: Person | null }>('me'),
  guest: (name: string) => post<{ person: Person }>('session', { name }),
  rename: (name: string) => post<{ person: Person }>('me', { name }),
  register: (name: string, password: string) => post<{ person: Person }>('account', { name, password }),
  login: (name: string, password: string) => post<{ person: Person }>('login', { name, password }),
  logout: () => post<unknown>('logout'),
  claim: (token: string) => post<{ person: Person }>('admin', { token }),
  guide: (game: string, name: string) => get<GuideCard>(`guides/${encodeURIComponent(game)}/${encodeURIComponent(name)}`),
  begin: (game: string, name: string) =>
    post<{ id: string }>(`guides/${encodeURIComponent(game)}/${encodeURIComponent(name)}`),
  games: () => get<GameInfo[]>('games'),
  clause: (game: string, clause: string) =>
    get<Clause>(`rules/${encodeURIComponent(game)}/${encodeURIComponent(clause)}`),
  topology: (game: string, board: string) => get<Topology>(`boards/${game}/${board}/topology`),
  base: (game: string, board: string, scale: 1 | 2) => `/api/boards/${game}/${board}/base/${scale}`,
  tables: (which: 'mine' | 'open' | 'finished') => get<TableCard[]>(`tables?${which}=1`),
  create: (table: NewTable) => post<{ id: string; invite: string }>('tables', table),
  table: (id: string, invite?: string) => get<TableCard>(`${at(id)}${query({ invite })}`).then(stamped),
  pause: (id: string, paused: boolean) => post<unknown>(`${at(id)}/pause`, { paused }),
  couriers: () => get<CouriersCard>('couriers'),
  addCourier: (courier: NewCourier) => post<unknown>('couriers', courier),
  testCourier: (id: string) => post<unknown>(`couriers/${id}/test`),
  removeCourier: (id: string) => call<unknown>('DELETE', `couriers/${id}`),
  confirmCourier: (token: string) => post<unknown>('letters/confirm', { token }),
  letters: () => get<LetterCard[]>('letters'),
  digestHour: (hour: number) => post<unknown>('letters/hour', { hour }),
  wish: (id: string) => get<Wish>(`${at(id)}/letters`),
  setWish: (id: string, mode: Wish['mode']) => post<Wish>(`${at(id)}/letters`, { mode }),
  takeIn: (file: Blob, step: number | null, seat: string | null) => post<{ id: string }>(`import${query({ step, seat })}`, file),
  renewInvite: (id: string) => post<{ invite: string }>(`${at(id)}/invite`),
  vacation: () => get<VacationCard>('vacation'),
  planVacation: (days: number, begins: number | null) => post<VacationCard>('vacation', { days, begins }),
  endVacation: () => post<VacationCard>('vacation/end'),
  tokens: () => get<TokenCard[]>('tokens'),
  newToken: (name: string, scope: 'look' | 'play') => post<TokenCard>('tokens', { name, scope }),
  revokeToken: (id: string) => call<unknown>('DELETE', `tokens/${id}`),
  join: (id: string, seat: string, invite?: string) => post<unknown>(`${at(id)}/join`, { seat, invite: invite ?? null }),
  leave: (id: string, seat: string) => post<unknown>(`${at(id)}/leave`, { seat }),
  seat: (id: string, seat: string, holder: 'bot' | 'open', level = 'staff') =>
    post<unknown>(`${at(id)}/seat`, { seat, holder, level }),
  players: () => get<PlayerCard[]>('players'),
  hint: (id: string, seat: string) => post<Hint>(`${at(id)}/hint`, { seat }),
  hurry: (id: string) => post<unknown>(`${at(id)}/hurry`),
  view: (id: string, seat: string | null, step?: number, invite?: string, since?: number) =>
    get<Shown>(`${at(id)}/view${query({ seat, step, invite, since })}`),
  act: (id: string, seat: string, version: number, order: Do) =>
    post<{ version: number }>(`${at(id)}/act`, { seat, version, do: order }),
  explain: (id: string, seat: string, order: Do) =>
    post<{ allowed: boolean; clause: string | null; text: string | null }>(`${at(id)}/explain`, { seat, do: order }),
  undo: (id: string, seat: string, version: number, all = false) =>
    post<{ version: number }>(`${at(id)}/undo`, { seat, version, all }),
  order: (id: string, seat: string, reaction: string, answer: string) =>
    post<unknown>(`${at(id)}/order`, { seat, reaction, answer }),
  weigh: (id: string, seat: string, order: Do) => post<Weighed>(`${at(id)}/weigh`, { seat, do: order }),
  odds: (id: string, seat: string) => post<Likely>(`${at(id)}/odds`, { seat }),
  reach: (id: string, seat: string | null, piece: string, invite?: string) =>
    get<Reached[]>(`${at(id)}/reach${query({ seat, piece, invite })}`),
  fork: (id: string, step: number, seat: string | null) => post<{ id: string }>(`${at(id)}/fork`, { step, seat }),
  talk: (id: string, channel: string, invite?: string) => get<Word[]>(`${at(id)}/talk${query({ channel, invite })}`),
  channels: (id: string, invite?: string) => get<ChannelCard[]>(`${at(id)}/channels${query({ invite })}`),
  read: (id: string, channel: string) => post<unknown>(`${at(id)}/read${query({ channel })}`),
  notes: (id: string, seat: string) => get<{ text: string }>(`${at(id)}/notes${query({ seat })}`),
  writeNotes: (id: string, seat: string, text: string) => post<unknown>(`${at(id)}/notes`, { seat, text }),
  say: (id: string, channel: string, text: string) => post<unknown>(`${at(id)}/talk`, { channel, text }),
};
