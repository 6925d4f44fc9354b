import { describe, expect, it } from 'vitest';
import { describeMutation, mutated, mutationsOf } from './mutations.ts';

const all = (source: string): string[] => mutationsOf(source).map((mutation) => mutated(source, mutation));

describe('mutations of', () => {
  it.each<[string, string, string[]]>([
    ['a condition', 'if (a) b = 1n;', ['if (!(a)) b = 1n;', 'if (a) b = 2n;']],
    ['a negated condition', 'if (!a) {}', ['if (!(!a)) {}']],
    ['a negation elsewhere', 'x = !a;', ['x = a;']],
    [
      'a negation within a condition',
      'if (a && !b) {}',
      ['if (!(a && !b)) {}', 'if (a || !b) {}', 'if (a && b) {}'],
    ],
    ['a choice', 'x = a ? b : c;', ['x = !(a) ? b : c;']],
    ['a loop', 'while (a) b++;', ['while (!(a)) b++;']],
    ['a loop without a condition', 'for (;;) break;', []],
    ['and, or', 'x = a && b || c;', ['x = a && b && c;', 'x = a || b || c;']],
    ['comparisons', 'x = a < b;', ['x = a <= b;']],
    ['comparisons that hold for equals', 'x = (a) >= b;', ['x = (a) > b;']],
    ['equality', 'x = a !== b;', ['x = a === b;']],
    ['a default', 'x = a ?? b;', ['x = (b);', 'x = (a);']],
    ['a difference', 'x = a - b;', ['x = a + b;']],
    ['what is true', 'x = true;', ['x = false;']],
    ['a number', 'x = 1_000;', ['x = 1001;', 'x = (999);']],
    [
      'a value that a parameter has by default',
      'const f = (a = 0) => a;',
      ['const f = (a = 1) => a;', 'const f = (a = (-1)) => a;'],
    ],
    ['a call that stands alone', 'a.b(c);', [';']],
    ['a call that is waited for', 'async () => { await a(); };', ['async () => { ; };']],
    ['what a function returns', 'function f() { return a; }', ['function f() { return; }']],
    ['what a condition returns', 'function f() { return false; }', ['function f() { return true; }']],
  ])('%s', (_, source, expected) => {
    expect(all(source).sort()).toEqual(expected.sort());
  });

  it.each([
    ['types', 'type A = 1 | true; let a: A; const f = (x: 0): x is 0 => b as unknown as 3;'],
    ['texts', "x = 'a'; y = `b`;"],
    ['names of fields', 'x = { 1: a };'],
    ['what is imported', "import a from './1.ts';"],
    ['the call of a constructor above', 'class A extends B { constructor() { super(); } }'],
    ['returns without a value', 'function f() { return; }'],
    ['returns of undefined', 'function f() { return undefined; }'],
  ])('%s: there are none', (_, source) => {
    expect(all(source)).toEqual([]);
  });

  it('code behind an assertion of its type', () => {
    expect(all('x = (a < b)! as boolean;')).toEqual(['x = (a <= b)! as boolean;']);
  });
});

describe('the description of a mutation', () => {
  const described = (source: string): string[] =>
    mutationsOf(source).map((mutation) => describeMutation(source, mutation));

  it('says the line, and how it reads before and after', () => {
    expect(described('\n\n  x = a < b;\n')).toEqual(['3: x = a < b; ▸ x = a <= b;']);
  });

  it('is one line where the code is several', () => {
    expect(described('if (a) b(\n  c,\n  d);')).toContain('1: if (a) b( c, d); ▸ if (a) ;');
  });

  it('cuts long lines about the difference', () => {
    const long = 'a'.repeat(100);
    expect(described(`x = ${long} < ${long};`)).toEqual([
      `1: …${'a'.repeat(33)} < ${'a'.repeat(34)}… ▸ …${'a'.repeat(33)} <= ${'a'.repeat(33)}…`,
    ]);
  });
});
