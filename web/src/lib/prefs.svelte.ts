import { CATALOGUE, type Message } from './words';

type Language = keyof typeof CATALOGUE;

function kept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function keep(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // a browser that keeps nothing still plays
  }
}

class Prefs {
  theme = $state<'day' | 'candle'>('day');
  language = $state<Language>('en');
  still = $state(false);
  /** Ask before an order that cannot be taken back. */
  confirm = $state(true);
  /** What is laid over the map. */
  layers = $state.raw<ReadonlySet<string>>(new Set(['control']));

  constructor() {
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    this.theme = (kept('theme') ?? (dark ? 'candle' : 'day')) === 'candle' ? 'candle' : 'day';
    this.language = (kept('language') ?? navigator.language).startsWith('fr') ? 'fr' : 'en';
    this.confirm = kept('confirm') !== 'off';
    this.layers = new Set((kept('layers') ?? 'control').split(' ').filter(Boolean));
    const motion = matchMedia('(prefers-reduced-motion: reduce)');
    this.still = motion.matches;
    motion.addEventListener('change', () => (this.still = motion.matches));
    this.apply();
  }

  toggleTheme(): void {
    this.theme = this.theme === 'day' ? 'candle' : 'day';
    keep('theme', this.theme);
    this.apply();
  }

  toggleLanguage(): void {
    this.language = this.language === 'en' ? 'fr' : 'en';
    keep('language', this.language);
    this.apply();
  }

  setConfirm(wanted: boolean): void {
    this.confirm = wanted;
    keep('confirm', wanted ? 'on' : 'off');
  }

  toggleLayer(layer: string): void {
    const layers = new Set(this.layers);
    if (!layers.delete(layer)) layers.add(layer);
    this.layers = layers;
    keep('layers', [...layers].join(' '));
  }

  private apply(): void {
    document.documentElement.dataset['theme'] = this.theme;
    document.documentElement.lang = this.language;
  }
}

export const prefs = new Prefs();

/** A message of the catalogue, with {0}, {1} … filled in. */
export function say(message: Message, ...words: (string | number)[]): string {
  return CATALOGUE[prefs.language][message].replace(/\{(\d)\}/g, (_, n: string) => String(words[Number(n)] ?? ''));
}
