import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressEvent, checkAddresses } from './addresses.ts';
import { check, type Watched } from './checker.ts';
import { checkReads, type Read } from './reads.ts';
import type { StoredEvent, Write } from './writes.ts';

/** Everything that a run is judged by. */
export interface Recording {
  readonly history: readonly StoredEvent[];
  readonly writes: readonly Write[];
  readonly watched: readonly Watched[];
  readonly reads: readonly Read[];
  readonly addresses: readonly AddressEvent[];
}

/** The faults of a run, from its recording alone: the same again of one that was kept. */
export const judge = ({ history, writes, watched, reads, addresses }: Recording): string[] => [
  ...check(history, writes, watched),
  ...checkReads(history, writes, reads),
  ...checkAddresses(addresses),
];

/** Writes it to a file, as JSON in which maps are lists of pairs. */
export function keep(recording: Recording, path: string): void {
  const reads = recording.reads.map((read) => ({ ...read, objects: [...read.objects] }));
  writeFileSync(path, JSON.stringify({ ...recording, reads }));
}

/** Reads what `keep` has written. */
export function kept(path: string): Recording {
  const recording = JSON.parse(readFileSync(path, 'utf8'));
  const reads = recording.reads.map((read: { objects: [string, number][] }) => ({
    ...read,
    objects: new Map(read.objects),
  }));
  return { ...recording, reads };
}
