import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What the linter says about a file of this content. */
function findings(content: string): string {
  const folder = mkdtempSync(join(root, 'hack/lint-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'file.ts');
  writeFileSync(file, content);
  const { stdout, stderr } = spawnSync('biome', ['lint', '--vcs-enabled=false', file], {
    cwd: root,
    encoding: 'utf8',
  });
  return `${stdout}${stderr}`;
}

const rule = 'The properties of a literal stand in the literal around it';

it.each([
  'export const a = { b: 1, ...{ c: 2 } };',
  'export const a = [{ ...{ c: 2 }, b: 1 }];',
  'export const a = (b: number) => ({ c: { ...{ b } } });',
])('a literal that is spread into a literal is refused: %s', (content) => {
  expect(findings(`${content}\n`)).toContain(rule);
});

it.each([
  'export const a = (b?: string) => ({ c: 1, ...(b ? { b } : {}) });',
  'export const a = (b: object) => ({ c: 1, ...b });',
  'export const a = [...[1, 2], 3];',
])('what the compiler looks at is allowed: %s', (content) => {
  expect(findings(`${content}\n`)).not.toContain(rule);
});
