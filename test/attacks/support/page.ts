import { readFileSync } from 'node:fs';
import type { Times } from './prober.ts';

/** The page at the end of `make attacks`: what each attack did to the server and to those beside it. */

export interface PageLine {
  /** The names of the test and of what it is in. */
  attack: string;
  livez: Times;
  gets: Times;
  /** MB of memory above what the server had when the attack began. */
  growth: number;
  /** Milliseconds of CPU of the longest turn; 0 when it is too short to be noted. */
  turnMs: number;
}

const columns = ['turn ms', 'memory MB', 'livez worst', 'answers', 'gets worst', 'answers'];

export function pageText(lines: readonly PageLine[]): string {
  const rows = lines.map(({ attack, livez, gets, growth, turnMs }) =>
    [
      ...[turnMs === 0 ? '< 10' : turnMs.toFixed(0), growth.toFixed(0)],
      ...[livez, gets].flatMap(({ worst, count }) => [worst.toFixed(0), String(count)]),
      attack.replaceAll(' > ', ': '),
    ].map((cell, at) => (at < columns.length ? cell.padStart(columns[at]!.length) : cell)),
  );
  return [[...columns, 'attack'], ...rows].map((row) => row.join('  ')).join('\n');
}

if (import.meta.main) {
  const lines = readFileSync(process.argv[2]!, 'utf8').split('\n').slice(0, -1);
  console.log(pageText(lines.map((line) => JSON.parse(line))));
}
