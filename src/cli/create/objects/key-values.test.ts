import { describe, expect, it } from 'vitest';
import { type KeyValueSources, readKeyValues } from './key-values.ts';

const files: Record<string, string> = {
  'dir/a': '1',
  'dir/b c': '2',
  'h.txt': 'hello',
  env: '\ufeffA=b\n#c\n\n  PATHX\nB="q"\n',
};
const reader = {
  read: async (path: string) => {
    if (files[path] === undefined) throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' });
    return Buffer.from(files[path]);
  },
  filesIn: async (path: string) =>
    path === 'dir' ? Object.keys(files).flatMap((name) => /^dir\/(.*)/.exec(name)?.[1] ?? []) : undefined,
};

async function read(sources: Partial<KeyValueSources>): Promise<Record<string, string>> {
  const all = { literals: [], files: [], envFiles: [], ...sources };
  const environment = { files: reader, env: { PATHX: 'from here' } };
  const entries = await readKeyValues(all, { kind: 'ConfigMap', name: 'c' }, environment);
  return Object.fromEntries([...entries].map(([key, bytes]) => [key, bytes.toString()]));
}

describe('keys and values', () => {
  it('come from words, files and directories', async () => {
    expect(await read({ literals: ['z=a=b', "q='x'"], files: ['h.txt', 'k=h.txt', 'dir'] })).toEqual({
      z: 'a=b',
      q: 'x',
      'h.txt': 'hello',
      k: 'hello',
      a: '1',
    });
  });

  it('come from lines, and from the environment', async () => {
    expect(await read({ envFiles: ['env'] })).toEqual({ A: 'b', PATHX: 'from here', B: '"q"' });
  });

  it.each<[Partial<KeyValueSources>, string]>([
    [{ literals: ['x'] }, 'invalid literal source x, expected key=value'],
    [{ literals: ['a b=1'] }, '"a b" is not a valid key name for a ConfigMap'],
    [
      { literals: ['a=1', 'a=2'] },
      'cannot add key "a", another key by that name already exists in Data for ConfigMap "c"',
    ],
    [{ files: ['/none'] }, 'error reading /none: no such file or directory'],
    [{ files: ['k=dir'] }, 'cannot give a key name for a directory path'],
    [
      { envFiles: ['env'], literals: ['a=b'] },
      'from-env-file cannot be combined with from-file or from-literal',
    ],
  ])('are refused: %j', async (sources, problem) => {
    await expect(read(sources)).rejects.toThrow(problem);
  });
});
