/** `1.2 GiB` */
export function bytesText(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1);
  return `${numberText(bytes / 1_024 ** power)} ${units[power]}`;
}

/** Three digits: `0.123`, `12.3`, `1,234` */
export const numberText = (value: number): string =>
  value.toLocaleString('en', {
    maximumFractionDigits: value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3,
  });

/** `1.5 ms`, `2.1 s` */
export const millisecondsText = (value: number): string =>
  value >= 1_000 ? `${numberText(value / 1_000)} s` : `${numberText(value)} ms`;
