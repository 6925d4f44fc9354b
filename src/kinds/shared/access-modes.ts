const shortNames: readonly [mode: string, short: string][] = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
];

/** `RWO,ROX`: each mode once, always in the same order. For tables. */
export function accessModesText(modes: readonly string[] = []): string {
  return shortNames
    .filter(([mode]) => modes.includes(mode))
    .map(([, short]) => short)
    .join(',');
}
