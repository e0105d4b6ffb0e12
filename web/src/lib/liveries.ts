// The pattern of a livery in a field of 14 by 24: colour is never the only sign.
export const MARKS: Record<string, string> = {
  bend: 'M0 10L14 0M0 20L14 10M0 30L14 20', cross: 'M7 3V21M2 12H12', plain: '', grid: 'M0 6H14M0 12H14M0 18H14M7 0V24',
  chevron: 'M0 10L7 5L14 10M0 18L7 13L14 18', crescent: 'M9 8a4.500 4.500 0 1 0 0 8a3.500 3.500 0 1 1 0-8z', bar: 'M0 6H14M0 12H14M0 18H14',
  dot: 'M7 6v.1M7 12v.1M7 18v.1',
};
