import { readFileSync, writeFileSync } from 'node:fs';
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

/** Writes it to a file, as JSON in which maps are lists of pairs. */
export function keep(recording: Recording, path: string): void {
  const { reads, registers } = recording;
  writeFileSync(
    path,
    JSON.stringify({
      ...recording,
      reads: reads.map(asList),
      registers: { ...registers, reads: registers.reads.map(asList) },
    }),
  );
}

const asList = (read: Read): object => ({ ...read, objects: [...read.objects] });

/** Reads what `keep` has written. */
export function kept(path: string): Recording {
  const recording = JSON.parse(readFileSync(path, 'utf8'));
  const { reads, registers } = recording;
  return {
    ...recording,
    reads: reads.map(asMap),
    registers: { ...registers, reads: registers.reads.map(asMap) },
  };
}

const asMap = (read: { objects: [string, number][] }): object => ({
  ...read,
  objects: new Map(read.objects),
});
