import { closeSync, createReadStream, openSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { type AddressEvent, checkAddresses } from './addresses.ts';
import { check, checkWrites, type Watched } from './checker.ts';
import { checkReads, type Read } from './reads.ts';
import { checkRegisters, type RegisterEvent } from './register.ts';
import type { StoredEvent, Write } from './writes.ts';

/** Everything that a run is judged by. */
export interface Recording {
  readonly history: readonly StoredEvent[];
  readonly writes: readonly Write[];
  readonly watched: readonly Watched[];
  readonly reads: readonly Read[];
  readonly addresses: readonly AddressEvent[];
  readonly registers: Registers;
}

/** Objects that many change, and what they were answered. */
export interface Registers {
  readonly history: readonly RegisterEvent[];
  readonly writes: readonly Write[];
  readonly reads: readonly Read[];
}

/** The faults of a run, from its recording alone: the same again of one that was kept. */
export const judge = ({ history, writes, watched, reads, addresses, registers }: Recording): string[] => [
  ...check(history, writes, watched),
  ...checkReads(history, writes, reads),
  ...checkAddresses(addresses),
  ...checkRegisters(registers.history),
  ...checkWrites(registers.history, registers.writes),
  ...checkReads(registers.history, registers.writes, registers.reads),
];

/** What a recording consists of, by the word that stands before it in a file. */
const parts = {
  history: ({ history }) => history,
  writes: ({ writes }) => writes,
  watched: ({ watched }) => watched,
  reads: ({ reads }) => reads,
  addresses: ({ addresses }) => addresses,
  'registers.history': ({ registers }) => registers.history,
  'registers.writes': ({ registers }) => registers.writes,
  'registers.reads': ({ registers }) => registers.reads,
} as const satisfies Record<string, (recording: Recording) => readonly object[]>;

/** Writes it to a file, as a line of JSON for each item: that of hours is longer than a text can be. Maps are lists of pairs. */
export function keep(recording: Recording, path: string): void {
  const file = openSync(path, 'w');
  for (const [part, itemsOf] of Object.entries(parts))
    for (const item of itemsOf(recording)) writeSync(file, `${JSON.stringify([part, asJson(item)])}\n`);
  closeSync(file);
}

const asJson = (item: object): object =>
  'objects' in item ? { ...item, objects: [...(item as Read).objects] } : item;

/** Reads what `keep` has written. */
export async function kept(path: string): Promise<Recording> {
  const found: Record<string, any[]> = Object.fromEntries(Object.keys(parts).map((part) => [part, []]));
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    const [part, item] = JSON.parse(line);
    found[part]!.push('objects' in item ? { ...item, objects: new Map(item.objects) } : item);
  }
  const of = (part: keyof typeof parts): any[] => found[part]!;
  return {
    history: of('history'),
    writes: of('writes'),
    watched: of('watched'),
    reads: of('reads'),
    addresses: of('addresses'),
    registers: {
      history: of('registers.history'),
      writes: of('registers.writes'),
      reads: of('registers.reads'),
    },
  };
}
