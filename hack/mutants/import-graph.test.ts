import { describe, expect, it } from 'vitest';
import { ImportGraph, importsIn, testsOf } from './import-graph.ts';

describe('what a file loads', () => {
  it.each([
    ['imports', "import { a } from './a.ts';", ['./a.ts']],
    ['imports of several lines', "import {\n  a,\n  type B,\n} from '../a.ts';", ['../a.ts']],
    ['imports for their effect', "import './a.ts';", ['./a.ts']],
    ['exports of another file', "export * from './a.ts';", ['./a.ts']],
    ['imports on demand', "await import('./a.ts');", ['./a.ts']],
    ['workers', "new Worker(new URL('./a.ts', import.meta.url));", ['./a.ts']],
    ['no types', "import type { A } from './a.ts';\nexport type { A };", []],
    ['no packages', "import { a } from 'vitest';\nconst b = 'x';", []],
  ])('%s', (_, source, expected) => {
    expect(importsIn(source)).toEqual(expected);
  });

  it('and what these load, also in a circle', () => {
    const files: Record<string, string> = {
      'a/a.ts': "import '../b/b.ts';",
      'b/b.ts': "import './c.ts';\nimport '../a/a.ts';",
      'b/c.ts': '',
    };
    const graph = new ImportGraph((file) => files[file]);
    expect([...graph.reach('a/a.ts')]).toEqual(['a/a.ts', 'b/b.ts', 'b/c.ts']);
    expect([...graph.reach('b/c.ts')]).toEqual(['b/c.ts']);
    expect([...graph.reach('gone.ts')]).toEqual(['gone.ts']);
  });
});

describe('the tests of a file', () => {
  const reaches = new Map([
    ['a/b/far.test.ts', new Set(['a/x.ts'])],
    ['a/x.test.ts', new Set(['a/x.ts', 'a/y.ts'])],
    ['a/z.test.ts', new Set(['a/z.ts'])],
  ]);
  it.each([
    ['are those beside it, then the others that load it', 'a/x.ts', [['a/x.test.ts'], ['a/b/far.test.ts']]],
    ['are those beside it alone', 'a/y.ts', [['a/x.test.ts']]],
    ['are none where none loads it', 'a/w.ts', []],
  ])('%s', (_, file, expected) => {
    expect(testsOf(file, reaches)).toEqual(expected);
  });
});
