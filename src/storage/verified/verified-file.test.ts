import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { digestOf, type KeyedEntry, VerifiedFile } from './verified-file.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'verified-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const build = { build: '1', gates: ['AllAlpha=true'], definitions: '/ä/\u{1f600}' };
const path = (): string => join(directory, 'verified-objects');

function entry(name: string, labels: Record<string, string> | undefined): KeyedEntry {
  const json = Buffer.from(`{"metadata":{"name":"${name}","resourceVersion":"7"}}`);
  const fields = { 'spec.nodeName': 'n\n1' };
  return [
    `/registry/pods/a/${name}`,
    { key: `a/${name}`, namespace: 'a', name, revision: 7, json, itemStart: 0, labels, fields },
  ];
}

const many = Array.from({ length: 2_000 }, (_, n) =>
  entry(`web-${n}`, n % 2 === 0 ? { app: 'ä"\n' } : undefined),
);

it('what is written is read again, of any number of lines', async () => {
  await new VerifiedFile(path(), build).write(many, 7);
  const file = new VerifiedFile(path(), build);
  expect(file.revision).toBeUndefined();
  const found = await file.read();
  expect(file.revision).toBe(7);
  const expected = many.map(([key, { json, labels, fields }]) => [
    key,
    { digest: digestOf(json), labels, fields },
  ]);
  expect([...found]).toEqual(expected);
  expect(readFileSync(path(), 'utf8').split('\n').length).toBeGreaterThan(4);
  expect(readdirSync(directory)).toEqual(['verified-objects']);
  expect(statSync(path()).mode & 0o777).toBe(0o600);
});

const broken: [string, (bytes: Buffer) => Buffer][] = [
  ['cut', (bytes) => bytes.subarray(0, -1)],
  ['cut in the middle', (bytes) => bytes.subarray(0, bytes.length / 2)],
  ['damaged', (bytes) => Buffer.from(bytes.toString('latin1').replace('n\\n1', 'n\\n2'), 'latin1')],
  ['empty', () => Buffer.alloc(0)],
  ['of something else', () => Buffer.from('garbage\nof lines\n')],
];

it.each(broken)('a file that is %s counts for nothing', async (_, change) => {
  await new VerifiedFile(path(), build).write(many, 7);
  const before = readFileSync(path());
  const after = change(before);
  expect(after.equals(before)).toBe(false);
  writeFileSync(path(), after);
  expect((await new VerifiedFile(path(), build).read()).size).toBe(0);
});

it('a file of another build or other settings counts for nothing, nor does none', async () => {
  expect((await new VerifiedFile(path(), build).read()).size).toBe(0);
  await new VerifiedFile(path(), build).write(many, 7);
  expect((await new VerifiedFile(path(), { ...build, gates: [] }).read()).size).toBe(0);
});

it('where writing fails the file before stays, and nothing is left over', async () => {
  const file = new VerifiedFile(path(), build);
  await file.write(many, 7);
  const failing = (function* (): Generator<KeyedEntry> {
    yield* many;
    throw new Error('no');
  })();
  await expect(file.write(failing, 8)).rejects.toThrow('no');
  expect((await file.read()).size).toBe(many.length);
  expect(readdirSync(directory)).toEqual(['verified-objects']);
});

it('makes its folder, for its owner alone', async () => {
  const folder = join(directory, 'a', 'b');
  await new VerifiedFile(join(folder, 'verified-objects'), build).write(many, 7);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});
