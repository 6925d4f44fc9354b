import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FollowedFile } from './followed-file.ts';

function followed(read: () => Promise<void>, reports: string[] = []) {
  const directory = mkdtempSync(join(tmpdir(), 'followed-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const path = join(directory, 'file');
  writeFileSync(path, '1');
  const file = new FollowedFile(path, read, (message) => reports.push(message));
  onTestFinished(() => file[Symbol.asyncDispose]());
  const replace = (text: string): void => {
    writeFileSync(`${path}.next`, text);
    renameSync(`${path}.next`, path);
  };
  return { file, replace };
}

test('a file that is replaced by another one is read again, each time', async () => {
  let reads = 0;
  const { replace } = followed(async () => void reads++);
  for (const expected of [1, 2]) {
    replace(`${expected}`);
    await vi.waitFor(() => expect(reads).toBe(expected), 5_000);
  }
});

test('an error is reported, and the file followed further', async () => {
  const reports: string[] = [];
  const { replace } = followed(() => Promise.reject(new Error('no')), reports);
  for (const expected of [['no'], ['no', 'no']]) {
    replace('2');
    await vi.waitFor(() => expect(reports).toEqual(expected), 5_000);
  }
});

test('it ends with what follows it', async () => {
  const read = vi.fn(async () => {});
  const { file, replace } = followed(read);
  await file[Symbol.asyncDispose]();
  replace('2');
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(read).not.toHaveBeenCalled();
});
