/**
 * Changes the code a little, one place at a time, and looks whether a unit test notices. Prints a line for each change
 * that none noticed, and which share of the changes was noticed.
 *
 * MUTANTS: changes a folder, drawn by SEED; 20 by default. ONLY: the one folder or file to change.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CopiedTree } from './mutants/copied-tree.ts';
import { ImportGraph, testsOf } from './mutants/import-graph.ts';
import { describeMutation, type Mutation, mutated, mutationsOf } from './mutants/mutations.ts';
import { sample } from './mutants/sample.ts';

const defaultFolders = [
  'src/registry/write',
  'src/registry/read',
  'src/storage/watch-cache',
  'src/api/patch',
  'src/access/authorization',
];

interface Mutant {
  file: string;
  source: string;
  mutation: Mutation;
}

const root = new URL('..', import.meta.url).pathname;
const { MUTANTS = '20', SEED = '1', ONLY } = process.env;
const folders = ONLY ? [ONLY.replace(/\/$/, '')] : defaultFolders;
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src'], { cwd: root })
  .toString()
  .trim()
  .split('\n');
const graph = ImportGraph.of(root);

// Before the copy is made: a signal that comes meanwhile is heard once it stands.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    tree[Symbol.dispose]();
    process.exit(1);
  });
using tree = new CopiedTree(root);

const shares: string[] = [];
for (const folder of folders) shares.push(await sweep(folder));
console.log(`seed ${SEED}`);
for (const share of shares) console.log(share);

/** Returns the line about the folder. */
async function sweep(folder: string): Promise<string> {
  const room = folder.endsWith('.ts') ? dirname(folder) : folder;
  const tests = files.filter((file) => isIn(file, room) && file.endsWith('.test.ts'));
  const reaches = new Map(tests.map((test) => [test, graph.reach(test)]));
  const mutants = sample(mutantsIn(folder), Number(MUTANTS), Number(SEED));
  const began = performance.now();
  if (tests.length > 0 && (await tree.run(tests, 600_000)) !== 'passed')
    return `${folder}: its tests fail unchanged`;
  const timeout = 15_000 + 3 * (performance.now() - began);
  let killed = 0;
  for (const mutant of mutants) {
    if (await isKilled(mutant, testsOf(mutant.file, reaches), timeout)) killed++;
    else console.log(`${mutant.file}:${describeMutation(mutant.source, mutant.mutation)}`);
  }
  const share = mutants.length === 0 ? 100 : Math.round((100 * killed) / mutants.length);
  return `${folder}: ${killed} of ${mutants.length} killed, ${share} %`;
}

function mutantsIn(folder: string): Mutant[] {
  const code = files.filter((file) => isIn(file, folder) && /(?<!\.test|\.gen|\.d)\.ts$/.test(file));
  return code.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    return mutationsOf(source).map((mutation) => ({ file, source, mutation }));
  });
}

/** Shows a mutant to the tests beside it, and to the others when these let it pass. */
async function isKilled({ file, source, mutation }: Mutant, parts: string[][], timeout: number) {
  tree.write(file, mutated(source, mutation));
  try {
    for (const tests of parts) if ((await tree.run(tests, timeout)) !== 'passed') return true;
    return false;
  } finally {
    tree.write(file, source);
  }
}

function isIn(file: string, folder: string): boolean {
  return file === folder || file.startsWith(`${folder}/`);
}
