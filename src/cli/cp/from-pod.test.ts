import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pack } from 'tar-stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyFromPod } from './from-pod.ts';
import type { RunInContainer } from './run-in-container.ts';

let folder: string;
let target: string;
const warnings: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cp-'));
  target = join(folder, 'target');
  warnings.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true }));

type Entry = Parameters<ReturnType<typeof pack>['entry']>[0] & { content?: string };

/** A container whose tar answers with these entries. */
function container(entries: readonly Entry[]): RunInContainer {
  return async (_, { stdout }) => {
    const archive = pack();
    for (const { content = '', ...header } of entries) archive.entry(header, content);
    archive.finalize();
    for await (const piece of archive) stdout!.write(piece as Buffer);
    return 0;
  };
}

const copy = (source: string, entries: readonly Entry[], to = target): Promise<void> =>
  copyFromPod(container(entries), source, to, (line) => warnings.push(line));

describe('what comes out of a container', () => {
  it('is a file at the destination, or in a directory that is there', async () => {
    await copy('/tmp/a.txt', [{ name: 'tmp/a.txt', content: 'text' }]);
    expect(readFileSync(target, 'utf8')).toBe('text');
    await copy('/tmp/a.txt', [{ name: 'tmp/a.txt', content: 'text' }], folder);
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('text');
  });

  it('is the content of a directory', async () => {
    await copy('/tmp/dir/', [
      { name: 'tmp/dir/', type: 'directory' },
      { name: 'tmp/dir/a', content: 'one' },
      { name: 'tmp/dir/below/b', content: 'two' },
    ]);
    expect(readFileSync(join(target, 'a'), 'utf8')).toBe('one');
    expect(readFileSync(join(target, 'below/b'), 'utf8')).toBe('two');
  });

  it.each<[string, Entry[]]>([
    ['a step up', [{ name: 'tmp/dir/../../../out', content: 'x' }]],
    ['another path', [{ name: 'etc/out', content: 'x' }]],
    ['an absolute path', [{ name: '/out', content: 'x' }]],
    ['a path that only begins alike', [{ name: 'tmp/dir2/out', content: 'x' }]],
    ['a link', [{ name: 'tmp/dir/out', type: 'symlink', linkname: '/etc/passwd' }]],
    ['a hard link', [{ name: 'tmp/dir/out', type: 'link', linkname: '/etc/passwd' }]],
    ['a device', [{ name: 'tmp/dir/out', type: 'fifo' }]],
  ])('is passed over when it is %s', async (_, entries) => {
    await copy('/tmp/dir', [{ name: 'tmp/dir', type: 'directory' }, ...entries]);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/^warning: skipping /);
    for (const path of [folder, target]) expect(existsSync(join(path, 'out'))).toBe(false);
  });

  it('never goes through a link of this machine that leads out', async () => {
    const outside = join(folder, 'outside');
    mkdirSync(outside);
    mkdirSync(target);
    symlinkSync(outside, join(target, 'link'));
    symlinkSync(join(folder, 'made'), join(target, 'dangling'));
    symlinkSync(join(target, 'round'), join(target, 'round'));
    writeFileSync(join(outside, 'secret'), 'kept');
    symlinkSync(join(outside, 'secret'), join(target, 'file'));
    await copy('dir', [
      { name: 'dir/link/a', content: 'x' },
      { name: 'dir/dangling', content: 'x' },
      { name: 'dir/round', content: 'x' },
      { name: 'dir/file', content: 'x' },
      { name: 'dir/fine', content: 'x' },
    ]);
    expect(warnings).toHaveLength(4);
    expect(existsSync(join(outside, 'a'))).toBe(false);
    expect(existsSync(join(folder, 'made'))).toBe(false);
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('kept');
    expect(readFileSync(join(target, 'fine'), 'utf8')).toBe('x');
  });

  it('is an error when it is no archive, or tar failed', async () => {
    const noise: RunInContainer = async (_, { stdout }) => {
      stdout!.write(Buffer.alloc(2_048, 'noise'));
      return 0;
    };
    await expect(copyFromPod(noise, 'a', target, () => {})).rejects.toThrow(/tar/i);
    await expect(
      copyFromPod(
        async () => 2,
        'a',
        target,
        () => {},
      ),
    ).rejects.toThrow('exit code 2');
  });
});
