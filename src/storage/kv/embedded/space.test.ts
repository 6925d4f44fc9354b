import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Space } from './space.ts';

let directory: string;
let reserve: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'space-'));
  reserve = join(directory, 'reserve');
});
afterEach(() => rmSync(directory, { recursive: true }));

it('holds some room back, and takes it up again at the next start', () => {
  expect(new Space(directory, () => 0).writeError).toBeUndefined();
  const { ino, size } = statSync(reserve);
  expect(size).toBe(4 * 1024 * 1024);
  new Space(directory, () => 0);
  expect(statSync(reserve).ino).toBe(ino);
});

it('gives it up when a write has found no room, refuses what is not essential, and recovers', () => {
  const space = new Space(directory, () => 0);
  const error = space.failed(new Error('ENOSPC: No space left on device'));
  expect(error).toMatchObject({ code: 'Full', message: expect.stringContaining('the store is full') });
  expect(existsSync(reserve)).toBe(false);
  expect(() => space.ensure()).toThrow('the store is full');
  space.check();
  expect(space.writeError).toBeUndefined();
  expect(existsSync(reserve)).toBe(true);
  space.ensure();
});

it('tells other failures as what they are, and keeps what it holds', () => {
  const space = new Space(directory, () => 0);
  const error = space.failed(new Error('Input/output error'));
  expect(error).toMatchObject({
    code: 'Unavailable',
    message: expect.stringContaining('Input/output error'),
  });
  space.check();
  expect(space.writeError).toContain('cannot be written');
  // The next write is tried.
  space.ensure();
  space.written();
  expect(space.writeError).toBeUndefined();
  expect(existsSync(reserve)).toBe(true);
});

it('what was left of a reserve that could not be made whole is made anew', () => {
  writeFileSync(reserve, 'half');
  new Space(directory, () => 0);
  expect(statSync(reserve).size).toBe(4 * 1024 * 1024);
});
