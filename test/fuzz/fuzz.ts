/**
 * Fuzzes what reads the inputs of clients: make fuzz SEED=1 SECONDS=60 TARGET=json,yaml
 *
 * make fuzz TARGET=json INPUT=test/fuzz/finds/json/1a2b3c4d.txt runs one input alone.
 *
 * SECONDS are those of all targets together. Finds are printed, and written to test/fuzz/finds/. Ends with 1 when there
 * are any.
 */
import { hash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { relative } from 'node:path';
import { readCase, writeCase } from './engine/case-file.ts';
import { Coverage } from './engine/coverage.ts';
import { type Find, Fuzzer } from './engine/fuzzer.ts';
import type { Target } from './engine/target.ts';

const finds = new URL('finds', import.meta.url).pathname;

const seed = Number(process.env['SEED'] || Date.now() % 1_000_000);
const seconds = Number(process.env['SECONDS'] || 120);
const wanted = (process.env['TARGET'] ?? '').split(',').filter((name) => name !== '');

const coverage = new Coverage();
// Only now: see Coverage.
const { allTargets } = await import('./targets/index.ts');

async function targetsToRun(): Promise<readonly Target[]> {
  if (wanted.length === 0) return allTargets;
  const named = new Map(allTargets.map((target) => [target.name, target]));
  if (wanted.includes('http')) named.set('http', await (await import('./targets/http.ts')).startHttpTarget());
  return wanted.map((name) => {
    const target = named.get(name);
    if (target === undefined)
      throw new Error(`no target ${name}; there are http, ${[...named.keys()].join(', ')}`);
    return target;
  });
}

function keep({ target, input, signature }: Find): string {
  const directory = `${finds}/${target}`;
  mkdirSync(directory, { recursive: true });
  return relative(process.cwd(), writeCase(`${directory}/${hash('sha1', signature).slice(0, 8)}`, input));
}

const targets = await targetsToRun();
const file = process.env['INPUT'];
if (file) {
  // One input, once: what is wrong with it comes as it was thrown.
  try {
    await targets[0]!.run(readCase(file) as never);
  } finally {
    await targets[0]!.close?.();
  }
  process.exit();
}

console.log(`SEED=${seed}, ${seconds} s for ${targets.length} targets`);
let found = 0;
for (const target of targets) {
  const options = {
    seed,
    seconds: seconds / targets.length,
    ...(target.name === 'http' ? {} : { coverage }),
  };
  const report = await new Fuzzer(target, options).run();
  await target.close?.();
  const { runs, refused, corpus, blocks } = report;
  console.log(
    `${target.name.padEnd(24)}${runs} inputs, ${refused} refused, ${corpus} kept, ${blocks} blocks, ${report.finds.length} finds`,
  );
  for (const find of report.finds) {
    found++;
    console.log(`  ${keep(find)}\n    ${find.message.slice(0, 1_200).replaceAll('\n', '\n    ')}`);
  }
}
process.exitCode = found > 0 ? 1 : 0;
