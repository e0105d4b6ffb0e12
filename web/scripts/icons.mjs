// Takes the few icons the table uses out of the big set: node scripts/icons.mjs
import { readFileSync, writeFileSync } from 'node:fs';

const wanted = {
  general: 'cavalry', garrison: 'tower-flag', fortress: 'military-fort', army: 'musket', fleet: 'ship-bow',
  corps: 'rally-the-troops', infantry: 'musket', cavalry: 'cavalry', artillery: 'cannon', leader: 'crown',
  battle: 'crossed-sabres', scroll: 'scroll-unfurled', talk: 'talk', rules: 'rule-book', wheel: 'ship-wheel',
  coins: 'coins', morale: 'laurels', cards: 'card-pickup', crown: 'laurel-crown', candle: 'candle-light', sun: 'sun',
  hourglass: 'hourglass', flag: 'flying-flag', spyglass: 'spyglass', quill: 'quill-ink', dice: 'dice-six-faces-five',
  march: 'boot-prints', diplomacy: 'shaking-hands', headquarters: 'bugle-call', irregulars: 'horse-head', muster: 'drum',
  retreat: 'return-arrow', winter: 'snowflake-1', port: 'anchor', lens: 'magnifying-glass', layers: 'stack', reach: 'path-distance', odds: 'perspective-dice-six-faces-random',
};
const set = JSON.parse(readFileSync(new URL('../node_modules/@iconify-json/game-icons/icons.json', import.meta.url)));
const lines = Object.entries(wanted).map(([name, icon]) => {
  const path = /d="([^"]+)"/.exec(set.icons[icon]?.body ?? '')?.[1];
  if (!path) throw new Error(`no icon ${icon}`);
  return `  ${name}: '${path}',`;
});
const head = '// Written by scripts/icons.mjs from game-icons.net (CC-BY 3.0, see NOTICE).\n';
writeFileSync(new URL('../src/lib/icons.ts', import.meta.url),
  `${head}export const ICONS: Record<string, string> = {\n${lines.join('\n')}\n};\n`);
