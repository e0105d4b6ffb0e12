// What the server sends. The client knows boards, pieces, cards and actions, and no game by name.
export type Do = (string | number)[];
export type ClickKind = 'piece' | 'space' | 'power' | 'card' | 'button';
export interface Target { kind: ClickKind; id: string }
export interface Offer { do: Do; targets: Target[] }

export interface Piece {
  id: string; kind: string; power: string | null; space: string | null;
  face: 'card' | 'block' | 'figure' | 'token';
  label: string; badge: string; name: string | null; spent: boolean;
}
export interface Track { name: string; value: number; max: number | null }
export interface Power {
  id: string; name: string; colour: string; seat: string | null; own: boolean; deciding: boolean;
  status: string; tracks: Track[]; lines: string[];
}
export interface Wheel { kind: 'wheel'; title: string; sectors: string[]; dials: { power: string; sector: number }[] }
export interface Side {
  name: string; strength: number; pieces: string[];
  piles: { piece: string; cards: (string | null)[] }[]; lines: string[];
}
export interface Battle { kind: 'battle'; title: string; space: string; sides: [Side, Side]; lines: string[] }
export interface Cards { kind: 'cards'; title: string; cards: string[] }
export interface Figures {
  kind: 'table'; title: string;
  table: { columns: { title: string; number: boolean }[]; rows: { cells: string[]; own: boolean }[] };
}
export interface Notes { kind: 'notes'; title: string; lines: string[] }
export type Panel = Wheel | Battle | Cards | Figures | Notes;

export interface Tabletop {
  title: string; moment: string; board: { game: string; board: string } | null;
  control: Record<string, string>; pieces: Piece[]; powers: Power[]; panels: Panel[];
  hand: { card: string; label: string; power: string }[]; offers: Offer[];
}

export interface Dispatch { step: number; clause: string; event: string; text: string; data: Record<string, unknown> }
export interface Prompt { decision: string; clause: string; text: string; yours: boolean; reaction: string | null }
export interface View {
  game: string; scenario: string; seats: string[]; seat: string | null; step: number; commitment: string;
  to_act: string[]; prompt: Prompt | null; actions: { do: Do; label: string }[]; undo: boolean;
  standing: Record<string, string>; log: Dispatch[]; result: Record<string, unknown> | null;
}
export interface Shown { version: number; view: View; tabletop: Tabletop }

export interface Person { id: string; name: string; guest: boolean }
export interface GameInfo {
  id: string; title: string; designer: string;
  scenarios: { id: string; name: string; players: number[]; about: string }[];
  options: { name: string; values: (string | number | boolean)[]; about: string }[];
}
export interface SeatCard {
  id: string; powers: string[]; holder: { kind: 'open' | 'human' | 'bot' | 'regent'; name: string | null };
  clock: number | null;
}
export interface TableCard {
  id: string; name: string; game: string; scenario: string; seats: SeatCard[]; to_act: string[];
  step: number; over: boolean; updated: string | number;
  yours?: string[]; invite?: string | null; powers?: string[]; hotseat?: boolean; owner?: boolean;
}
export interface Word { channel: string; who?: string; name?: string; text: string; at?: string | number }
export interface Clause {
  id: string; section: string; text: string; rulings: { number: number | string; text: string; reason: string }[];
}

export interface SpaceOnMap {
  id: string; name: string; kind: string; polygons: number[][][]; home?: string;
  label?: { lines: string[]; at: [number, number]; size: number };
  town?: { name: string; at: [number, number]; capital?: boolean };
  marks?: { kind: string; at: [number, number]; name?: string }[];
  slots?: [number, number][];
}
export interface Livery {
  id: string; name: string; livery: string; wash: string; counter: string; ink: string; pattern: string;
}
export interface Topology {
  game: string; board: string; title: string; size: [number, number]; counter: number; unit: number;
  arcs: number[][]; spaces: SpaceOnMap[]; powers: Livery[];
}
