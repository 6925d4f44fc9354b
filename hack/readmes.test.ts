import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';

const root = new URL('..', import.meta.url).pathname;
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
const documents = files.filter((file) => /^(src\/.*|README)\.md$/.test(file));

/** A file of this name: beside the document, from the top, from src/, or anywhere below a folder that the text names. */
const exists = (document: string, name: string): boolean =>
  ['', 'src', dirname(document)].some((folder) => files.includes(normalize(join(folder, name)))) ||
  files.some((file) => file.endsWith(`/${name}`));

it('every file of code that a README names exists', () => {
  const missing = documents.flatMap((document) => {
    const names = [...readFileSync(join(root, document), 'utf8').matchAll(/`([\w./-]+\.(?:tsx?|md))`/g)];
    return names
      .filter(([, name]) => !exists(document, name!.replace(/^(\.\.?\/)+/, '')) && !exists(document, name!))
      .map(([, name]) => `${document}: ${name}`);
  });
  expect(missing).toEqual([]);
});
