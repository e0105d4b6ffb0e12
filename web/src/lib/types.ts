// Written by tools/client-types from the server's own types; `tools/client-types --check` is a test.
// The client knows boards, pieces, cards and actions, and no game by name.
export type Do = (string | number)[];
export type ClickKind = Target['kind'];
export type Panel = Tabletop['panels'][number];

export interface Acting {
  seat: string;
  version: number;
  do: (string | number)[];
}

/** A seat asks for advice. */
export interface Asking {
  seat: string;
}

/** A battle under way. */
export interface Battle {
  kind: 'battle';
  title: string;
  space: string;
  sides: [Side, Side];
  bouts: Bout[];
  most_bouts: number | null;
  lines: string[];
  clause: string;
}

/** The printed face of a wooden block. It stands on edge: the edge that is up says how strong it is now. */
export interface Block {
  symbol: 'artillery' | 'cavalry' | 'fleet' | 'fortress' | 'headquarters' | 'infantry' | 'irregulars';
  strength: number;
  full: number;
  least: number;
  rating: string;
}

/** A board of the atlas. */
export interface BoardName {
  game: string;
  board: string;
}

/** A border feature: along shared arcs, or along a path of its own (a strait, a lane). */
export interface BorderOnMap {
  a: string;
  b: string;
  kind: string;
  feature?: string;
  arcs?: number[];
  path?: [number, number][];
  freezes?: boolean;
  limit?: number;
}

/** A round of a battle, its volleys in the order they were fired. */
export interface Bout {
  title: string;
  volleys: Volley[];
  lines: string[];
}

/** The face of a card. */
export interface Card {
  label: string;
  title: string;
  text: string;
  power: string | null;
}

/** Cards lying open, and how many lie face down with them. */
export interface Cards {
  kind: 'cards';
  title: string;
  cards: Card[];
  face_down: number;
}

/** One way it can end, and how likely that is, from 0 to 1. */
export interface Chance {
  words: string;
  likely: number;
  own: boolean | null;
}

/** A channel somebody hears: “table”, or the seats that hear it, sorted, with a comma between. */
export interface ChannelCard {
  channel: string;
  unread: number;
  closed: WhyNot | null;
}

/** The admin link. */
export interface Claim {
  token: string;
}

export interface Clause {
  id: string;
  section: string;
  text: string;
  rulings: RulingCard[];
}

/** Seconds left in the bank at the moment of sending. */
export interface Clock {
  left: number;
  running: boolean;
  low: boolean;
}

/** A column of a table. */
export interface Column {
  title: string;
  number: boolean;
}

/** A way to reach somebody, without what makes it work. */
export interface CourierCard {
  id: string;
  kind: string;
  label: string;
  confirmed: boolean;
}

export interface CouriersCard {
  couriers: CourierCard[];
  digest_hour: number;
  mail: boolean;
  push_key: string;
}

export interface Created {
  id: string;
  invite: string;
}

export interface Credentials {
  name: string;
  password: string;
  invite?: string | null;
}

/** Where a power stands on a wheel. */
export interface Dial {
  power: string;
  sector: number;
}

/** A die as it fell; `hit` if it did what its thrower wanted. */
export interface Die {
  face: number;
  hit: boolean;
  sides: number;
}

export interface DigestHour {
  hour: number;
}

/** A line of the log. */
export interface Dispatch {
  clause: string;
  data: Record<string, unknown>;
  event: string;
  margin: Margin;
  step: number;
  text: string;
}

export interface Explaining {
  seat: string;
  do: (string | number)[];
}

export interface Explanation {
  allowed: boolean;
  clause: string;
  text: string;
}

/** Things compared side by side. */
export interface Figures {
  kind: 'table';
  title: string;
  table: Table;
}

export interface Forking {
  step?: number | null;
  seat?: string | null;
}

/** A game as the lobby offers it. */
export interface GameInfo {
  id: string;
  title: string;
  designer: string;
  scenarios: ScenarioSummary[];
  options: OptionCard[];
  powers: Record<string, string>;
  seats: Record<string, Record<string, string[]>>;
  guides: GuideSummary[];
  picture: string;
}

/** A guide, in the reader's language. */
export interface GuideCard {
  title: string;
  lost: string;
  steps: StepCard[];
}

/** A guided game, as the landing page offers it. */
export interface GuideSummary {
  id: string;
  title: string;
  about: string;
  minutes: number;
}

/** A card the onlooker holds; cards that are alike share an id. */
export interface HandCard {
  card: string;
  power: string;
  face: Card;
}

/** What the staff would do at this version of the table, and why. */
export interface Hint {
  version: number;
  do: (string | number)[];
  label: string;
  why: string;
}

export interface Holder {
  kind: 'bot' | 'human' | 'open' | 'regent';
  name: string;
  away?: number | null;
  level?: string;
}

/** A guest. */
export interface Introduction {
  name: string;
  invite?: string | null;
}

export interface Joining {
  seat: string;
  invite?: string | null;
}

/** A name as set on the base: its lines, its middle, its size in px, and the box of name and badges together. */
export interface Label {
  lines: string[];
  at: [number, number];
  size: number;
  box: [number, number, number, number];
  leader?: [[number, number], [number, number]] | null;
  letters?: [number, number, number, number][];
}

/** A vacation to come: whole days, from now or from a moment on. */
export interface Leave {
  days: number;
  begins?: number | null;
}

export interface Leaving {
  seat: string;
}

/** What became of a letter. */
export interface LetterCard {
  kind: string;
  table: string;
  name: string;
  courier: string;
  state: string;
  tries: number;
  error: string;
  at: number;
}

export interface Likely {
  odds: Odds | null;
}

export interface Livery {
  id: string;
  name: string;
  livery: string;
  wash: string;
  counter: string;
  ink: string;
  pattern: string;
}

/** Beside a sentence of the log. */
export interface Margin {
  icon?: 'battle' | 'cards' | 'coins' | 'crown' | 'dice' | 'diplomacy' | 'fleet' | 'fortress' | 'garrison' | 'hourglass' | 'leader' | 'march' | 'morale' | 'muster' | 'quill' | 'retreat' | 'scroll' | 'wheel' | 'winter';
  heading?: '' | 'chapter' | 'section';
  throws?: Throw[];
  powers?: string[];
  spaces?: string[];
  pieces?: string[];
  way?: string[];
}

export interface Me {
  person: Person | null;
}

/** A mail address, the URL of a webhook, or what a browser gives for its push service (with its two keys). */
export interface NewCourier {
  kind: 'mail' | 'push' | 'webhook';
  target: string;
  p256dh?: string;
  auth?: string;
  label?: string;
}

export interface NewTable {
  game: string;
  scenario?: string | null;
  players?: number | null;
  options?: Record<string, string | number | boolean>;
  name?: string;
  private?: boolean;
  pace?: 'day' | 'live' | 'none' | 'week';
  seats?: Record<string, 'bot' | 'me' | 'open'>;
  levels?: Record<string, string>;
  hotseat?: boolean;
}

export interface NewToken {
  name: string;
  scope: 'look' | 'play';
}

/** What else is going on, in sentences. */
export interface Notes {
  kind: 'notes';
  title: string;
  lines: string[];
}

/** A notepad; of a seat, or of somebody who looks on. */
export interface Noting {
  text: string;
  seat?: string;
}

/** How something can end. */
export interface Odds {
  title: string;
  ways: Chance[];
  note: string;
}

/** An offered action and what is clicked to give it, in order. */
export interface Offer {
  do: (string | number)[];
  targets: Target[];
}

/** An option of a game, with the words for it. */
export interface OptionCard {
  name: string;
  values: (string | number | boolean)[];
  about: string;
  title: string;
  labels: string[];
  line_up: string[];
}

/** An offered action, in words. */
export interface Order {
  do: (string | number)[];
  label: string;
}

export interface Ordering {
  seat: string;
  reaction: string;
  answer: 'always' | 'ask' | 'never';
}

/** Something that can be laid over the map: ports and sea lanes, supply, key cities. */
export interface Overlay {
  id: string;
  title: string;
  spaces: Record<string, string>;
  links: [string, string][];
  mark: string;
}

/** A piece in a battle: drawn as on the board, with what it is worth here and now. */
export interface Participant {
  piece: string;
  standing: 'acted' | 'lost' | 'next' | 'ready' | 'withdrawn';
  rating: string;
  hits: number;
  note: string;
}

export interface Pausing {
  paused: boolean;
}

export interface Person {
  id: string;
  name: string;
  guest: boolean;
  admin: boolean;
}

/** A piece on the board, or beside it where `space` is None. */
export interface Piece {
  id: string;
  kind: string;
  power: string | null;
  space: string | null;
  face: 'block' | 'card' | 'figure' | 'token';
  label: string;
  badge: string;
  name: string | null;
  spent: boolean;
  block: Block | null;
  notes: string[];
}

/** Cards before a piece; None lies face down. */
export interface Pile {
  piece: string;
  cards: (string | null)[];
}

/** A town: its dot and the box of its name (none when the name of its space says it already). */
export interface Place {
  name: string;
  at: [number, number];
  capital?: boolean;
  box?: [number, number, number, number] | null;
}

/** A bot one can give a seat to: one of our levels, or somebody else's. */
export interface PlayerCard {
  name: string;
  ours: boolean;
}

/** A power as the column beside the board shows it. */
export interface Power {
  id: string;
  name: string;
  colour: 'black' | 'blue' | 'brown' | 'green' | 'grey' | 'orange' | 'purple' | 'red' | 'white' | 'yellow';
  seat: string | null;
  own: boolean;
  deciding: boolean;
  status: string;
  tracks: Track[];
  lines: string[];
}

/** A mark where it is printed; `size` is its width in px. */
export interface Printed {
  kind: string;
  at: [number, number];
  size?: number;
  n?: number;
  name?: string;
  powers?: string[];
  seas?: string[];
  metal?: string;
  since?: number;
}

/** What the game waits for. */
export interface Prompt {
  about: string;
  clause: string;
  decision: string;
  reaction: string | null;
  text: string;
  yours: boolean;
}

/** A space a piece can get to, and what it takes, such as "2 regions" or "by sea, 1 gold". */
export interface Reached {
  space: string;
  words: string;
}

/** Who is friend and foe: a square of powers. A pair is given once, whichever stands first. */
export interface Relations {
  kind: 'relations';
  title: string;
  powers: string[];
  ties: Tie[];
  clause: string;
}

/** A guest's other name. */
export interface Renaming {
  name: string;
}

/** Pieces on the way to a battle, and when they are due. */
export interface Reserve {
  pieces: string[];
  due: string;
}

/** A line of a table; `own` marks what the onlooker plays. */
export interface Row {
  cells: string[];
  colour: 'black' | 'blue' | 'brown' | 'green' | 'grey' | 'orange' | 'purple' | 'red' | 'white' | 'yellow' | null;
  own: boolean;
}

export interface RulingCard {
  number: string;
  text: string;
  reason: string;
}

/** What a lobby needs to know of a scenario. */
export interface ScenarioSummary {
  id: string;
  name: string;
  players: number[];
  about: string;
}

export interface SeatCard {
  id: string;
  powers: string[];
  holder: Holder;
  clock: Clock | null;
}

export interface Seating {
  seat: string;
  holder: 'bot' | 'open';
  level?: string;
}

/** All that is ever sent of a game to a seat or a spectator, with the log from the step `since` on. */
export interface Shown {
  version: number;
  view: View;
  tabletop: Tabletop;
  since: number;
}

/** One of two sides of a battle. */
export interface Side {
  name: string;
  powers: string[];
  strength: number | null;
  participants: Participant[];
  piles: Pile[];
  reserves: Reserve[];
  lines: string[];
}

export interface SpaceOnMap {
  id: string;
  name: string;
  kind: string;
  polygons: number[][][];
  home?: string;
  terrain?: string;
  label?: Label | null;
  town?: Place | null;
  marks?: Printed[];
  slots?: [number, number][];
  tether?: Tether | null;
}

export interface Stand {
  version: number;
}

/** A step of a guide, in the reader's language; see `grognard.engine.guide.Step`. */
export interface StepCard {
  id: string;
  say: string;
  decision: string[];
  suggest: ((string | number)[])[];
  panel: string;
  event: string;
  times: number;
  point: string[];
  instead: string;
  read: boolean;
  keep: boolean;
  often: boolean;
  end: boolean;
}

/** Things compared side by side, such as the powers and their tracks. */
export interface Table {
  columns: Column[];
  rows: Row[];
}

/** A table as the lobby shows it; `yours` and what follows only to those who look at the table itself. */
export interface TableCard {
  id: string;
  name: string;
  game: string;
  scenario: string;
  private: boolean;
  pace: string;
  hotseat: boolean;
  seats: SeatCard[];
  to_act: string[];
  step: number;
  version: number;
  over: boolean;
  paused: boolean;
  would_pause: string[];
  updated: number;
  yours: string[];
  owner: boolean;
  powers?: string[];
  invite?: string | null;
  unread?: number;
  guide?: string;
}

/** All a seat may see of a table (None: a spectator). */
export interface Tabletop {
  title: string;
  moment: string;
  board: BoardName | null;
  control: Record<string, string>;
  pieces: Piece[];
  powers: Power[];
  panels: (Wheel | Battle | Relations | Cards | Figures | Notes)[];
  hand: HandCard[];
  overlays: Overlay[];
  odds: boolean;
  offers: Offer[];
}

export interface Talking {
  channel: string;
  text: string;
}

/** Something to click. */
export interface Target {
  kind: 'button' | 'card' | 'piece' | 'power' | 'space';
  id: string;
}

/** From the place numbered `first` (from nought) on, counters stand beyond the border: a line ties them to `at`. */
export interface Tether {
  first: number;
  at: [number, number];
}

/** Dice thrown together, by a piece or for a power. */
export interface Throw {
  dice: Die[];
  words: string;
  piece: string | null;
  power: string | null;
  total: number | null;
}

/** What one power is to another. */
export interface Tie {
  a: string;
  b: string;
  tone: 'allied' | 'friendly' | 'hostile' | 'neutral';
  words: string;
}

/** A token; itself only when it is new. */
export interface TokenCard {
  id: string;
  name: string;
  scope: string;
  token?: string;
}

/** `arcs` are delta-coded in units of `unit` px; a negative number in a ring means the arc `~n` backwards. */
export interface Topology {
  game: string;
  board: string;
  title: string;
  size: [number, number];
  counter: number;
  unit: number;
  arcs: number[][];
  spaces: SpaceOnMap[];
  borders: BorderOnMap[];
  powers: Livery[];
  waters?: Label[];
  grid?: string;
}

/** A number a power has, with the end of its track where there is one. */
export interface Track {
  name: string;
  value: number;
  max: number | null;
}

export interface Undoing {
  seat: string;
  version: number;
  all?: boolean;
}

/** The days one has left in a year, and the vacation that is or comes. */
export interface VacationCard {
  days_left: number;
  begins: number | null;
  ends: number | null;
}

/** Everything a seat may know. */
export interface View {
  actions: Order[];
  board: Record<string, unknown>;
  commitment: string;
  ending: string;
  game: string;
  log: Dispatch[];
  options: Record<string, unknown>;
  prompt: Prompt | null;
  reactions: Record<string, string>;
  result: Record<string, unknown> | null;
  scenario: string;
  seat: string | null;
  seats: string[];
  standing: Record<string, string>;
  step: number;
  to_act: string[];
  undo: boolean;
}

/** What one side did in one go: the dice, and the hits they made. */
export interface Volley {
  side: 0 | 1;
  words: string;
  throws: Throw[];
  hits: number;
}

/** Whether, and why, it could then no longer be taken back. */
export interface Weighed {
  binding: '' | 'chance' | 'end' | 'others';
}

/** How may it end: what is at hand, or an offered action. */
export interface Weighing {
  seat: string;
  do?: (string | number)[] | null;
}

/** Sectors round a hub, and each power at one of them. */
export interface Wheel {
  kind: 'wheel';
  title: string;
  sectors: string[];
  dials: Dial[];
}

/** A refusal, with the clause where a rule speaks. */
export interface WhyNot {
  clause: string;
  text: string;
}

/** How one hears of a table. */
export interface Wish {
  mode: 'digest' | 'each' | 'off';
}

export interface Word {
  id: number;
  channel: string;
  seat: string;
  name: string;
  text: string;
  at: number;
}
