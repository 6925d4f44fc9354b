/**
 * Breaks one line of the built servers on purpose, and looks whether a run of survive.ts finds it, for each of a few lines:
 * make survive-mutants. MUTANT= a word of the name of the one that is to run. The broken servers are a copy in a temporary
 * folder. Ends with 1 when one was not found within five minutes.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { BrokenBuild } from './broken-build.ts';

interface Mutant {
  name: string;
  /** As it stands in what the compiler has made. */
  line: string;
  broken: string;
  /** Words in the name of the phase that is to show it, and for how many seconds phases begin. */
  phase: string;
  seconds: number;
  /** What is to be found. */
  fault: RegExp;
}

const mutants: readonly Mutant[] = [
  {
    name: 'a watch that goes on loses an event',
    line: 'history.after(stream.revision)',
    broken: 'history.after(stream.revision + 1)',
    phase: 'nothing happens',
    seconds: 70,
    fault: /watcher \d+ .*: event \d+ is .*, expected/,
  },
  {
    name: 'a bookmark comes before its events',
    line: 'this.encoder.bookmark(revision, false)',
    broken: 'this.encoder.bookmark(revision + 5, false)',
    phase: 'nothing happens',
    seconds: 50,
    fault: /came after a bookmark/,
  },
  {
    name: 'a change is written without its precondition',
    line: 'this.#write(isAt(bytes, modRevision), put(bytes, value, options.lease))',
    broken: `this.#write({ ...isAt(bytes, 0), result: 'Greater' }, put(bytes, value, options.lease))`,
    phase: 'nothing happens',
    seconds: 40,
    fault: /took the place of/,
  },
  {
    name: 'a write of which nobody knows what became is made again',
    line: 'member.call(method, request, rest), false)',
    broken: 'member.call(method, request, rest), true)',
    phase: 'members of etcd are killed',
    seconds: 100,
    fault: /carried out .* though it was answered with|carried out more than once/,
  },
];

const limit = 300_000;
const program = new URL('survive.ts', import.meta.url).pathname;
const chosen = mutants.filter(({ name }) => name.includes(process.env['MUTANT'] ?? ''));
if (chosen.length === 0) throw new Error('no mutant has such a name');

let running: ChildProcess | undefined;
// The run clears away what it has started, and so does this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    running?.kill('SIGTERM');
    if (running !== undefined) await once(running, 'exit');
    process.exit(130);
  });

const missed: string[] = [];
for (const mutant of chosen) {
  const begun = performance.now();
  const faults = await run(mutant);
  const found = faults.find((fault) => mutant.fault.test(fault));
  const took = `${((performance.now() - begun) / 1000).toFixed(0)} s`;
  console.log(
    `${mutant.name}: ${found === undefined ? `NOT found in ${took}` : `found in ${took}: ${found}`}`,
  );
  if (found === undefined) missed.push(mutant.name);
}
process.exit(missed.length === 0 ? 0 : 1);

/** The faults of a run with the broken servers. */
async function run({ line, broken, phase, seconds }: Mutant): Promise<string[]> {
  using build = new BrokenBuild(line, broken);
  const env = { ...process.env, PROGRAMS: build.folder, ONLY: phase, SECONDS: String(seconds) };
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  running = child;
  const timer = setTimeout(() => child.kill('SIGTERM'), limit);
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  clearTimeout(timer);
  const lines = output.split('\n');
  const faults = lines.filter((one) => one.includes('FAULT: '));
  if (faults.length === 0) console.log(lines.slice(-20).join('\n'));
  return faults.map((one) => one.replace(/^.*FAULT: /, ''));
}
