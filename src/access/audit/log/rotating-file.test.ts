import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LineQueue, shortLingering } from './line-queue.ts';
import { RotatingFile, type RotationOptions, type SharedWriting } from './rotating-file.ts';

const day = 86_400_000;
const unlimited: RotationOptions = { maxSize: 100, maxBackups: 0, maxAgeDays: 0, compress: false };

let directory: string;
let path: string;
let now: number;
let reports: string[];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'rotating-'));
  path = join(directory, 'deep', 'audit.log');
  now = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
  reports = [];
});
afterEach(() => rmSync(directory, { recursive: true }));

async function open(
  options: Partial<RotationOptions> = {},
  sharing: SharedWriting | undefined = undefined,
): Promise<LineQueue> {
  const report = (message: string): void => void reports.push(message);
  const dependencies = { clock: { now: () => now }, report, sharing };
  const file = new RotatingFile(path, { ...unlimited, ...options }, dependencies);
  await file.prepare();
  return new LineQueue(file, shortLingering);
}

/** By name; the file itself comes last. */
const contents = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(join(directory, 'deep'))
      .sort()
      .map((name) => {
        const bytes = readFileSync(join(directory, 'deep', name));
        return [name, (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()];
      }),
  );

test('a full file is renamed for the time, and nobody else may read any of them', async () => {
  const queue = await open();
  for (const letter of ['a', 'b', 'c', 'd', 'e']) await queue.deliver([letter.repeat(49)]);
  await queue.close();
  const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((letter) => `${letter.repeat(49)}\n`);
  expect(contents()).toEqual({
    'audit-2026-01-02T03-04-05.678.log': `${a}${b}`,
    'audit-2026-01-02T03-04-05.679.log': `${c}${d}`,
    'audit.log': e,
  });
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('lines that are written together are divided between files, and none is cut', async () => {
  const queue = await open();
  const lines = Array.from({ length: 9 }, (_, index) => String(index).repeat(39));
  await Promise.all(lines.map((line) => queue.deliver([line])));
  await queue.close();
  const files = Object.values(contents());
  expect(files.map((text) => text.length)).toEqual([80, 80, 80, 80, 40]);
  expect(files.join('')).toBe(`${lines.join('\n')}\n`);
});

test('a line that is longer than a file may be has one of its own', async () => {
  const queue = await open();
  for (const line of ['a', 'b'.repeat(500), 'c']) await queue.deliver([line]);
  await queue.close();
  expect(Object.values(contents())).toEqual(['a\n', `${'b'.repeat(500)}\n`, 'c\n']);
});

test('what is in the file at the start counts', async () => {
  await (await open()).close();
  writeFileSync(path, `${'x'.repeat(95)}\n`);
  const queue = await open();
  await queue.deliver(['yyyyyy']);
  await queue.close();
  expect(Object.values(contents())).toEqual([`${'x'.repeat(95)}\n`, 'yyyyyy\n']);
});

test('no more are kept than may be, not longer, compressed if wanted, and others are left alone', async () => {
  await (await open()).close();
  const other = join(directory, 'deep', 'audit-2026.log');
  writeFileSync(other, 'mine');
  const old = join(directory, 'deep', 'audit-2025-12-01T00-00-00.000.log');
  writeFileSync(old, 'old');
  const queue = await open({ maxSize: 2, maxBackups: 2, maxAgeDays: 3, compress: true });
  for (const letter of ['a', 'b', 'c', 'd']) {
    await queue.deliver([letter]);
    now += day;
  }
  await queue.close();
  expect(contents()).toEqual({
    'audit-2026-01-04T03-04-05.678.log.gz': 'b\n',
    'audit-2026-01-05T03-04-05.678.log.gz': 'c\n',
    'audit-2026.log': 'mine',
    'audit.log': 'd\n',
  });
  now += 10 * day;
  const later = await open({ maxAgeDays: 3 });
  await later.close();
  expect(Object.keys(contents())).toEqual(['audit-2026.log', 'audit.log']);
  expect(reports).toEqual([]);
});

test('a line that a full disk takes only a part of leaves nothing, and the next has its own', () => {
  const script = `
    import { Descriptor } from '${new URL('./descriptor.ts', import.meta.url).href}';
    import { openSync } from 'node:fs';
    const descriptor = new Descriptor(openSync('${join(directory, 'full.log')}', 'a'), 0);
    for (const size of [600, 600, 300, 200, 50]) {
      const text = String(size).padEnd(size - 1, 'x') + '\\n';
      await descriptor.write(Buffer.from(text)).then(() => console.log(size), ({ code }) => console.log(code));
    }`;
  const parameters = ['--fsize=1000', process.execPath, '--input-type=module-typescript', '-e', script];
  const { stdout } = spawnSync('prlimit', parameters, { encoding: 'utf8' });
  expect(stdout.split('\n')).toEqual(['600', 'EFBIG', '300', 'EFBIG', '50', '']);
  const lines = readFileSync(join(directory, 'full.log'), 'utf8').split('\n');
  expect(lines.map(({ length }) => length)).toEqual([599, 299, 49, 0]);
});

test('of two processes that write to a file each goes on in the one that the other began, and no line is lost', async () => {
  const [one, two] = await Promise.all([0, 1].map((index) => open({}, { index, count: 2 })));
  for (let line = 0; line < 10; line++) {
    await one!.deliver([`one ${line} `.padEnd(29, '.')]);
    await two!.deliver([`two ${line} `.padEnd(29, '.')]);
  }
  await Promise.all([one!.close(), two!.close()]);
  const files = Object.values(contents());
  // Three lines of 30 bytes fit: whoever wrote them.
  expect(files.map(({ length }) => length)).toEqual([90, 90, 90, 90, 90, 90, 60]);
  const lines = files.join('').trimEnd().split('\n');
  const written = Array.from({ length: 10 }, (_, line) => [`one ${line}`, `two ${line}`]).flat();
  expect(lines.map((line) => line.slice(0, 5)).sort()).toEqual(written.sort());
});

test('what two processes write at the same time is all there, and only the first one compresses', async () => {
  const compressing = { maxSize: 200, compress: true };
  const queues = await Promise.all([0, 1].map((index) => open(compressing, { index, count: 2 })));
  const lines = Array.from({ length: 200 }, (_, line) => `${line} `.padEnd(29, '.'));
  await Promise.all(lines.map((line, at) => queues[at % 2]!.deliver([line])));
  await Promise.all(queues.map((queue) => queue.close()));
  const found = Object.values(contents()).join('').trimEnd().split('\n');
  expect(found.sort()).toEqual(lines.sort());
  expect(reports).toEqual([]);
});
