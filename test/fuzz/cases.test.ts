import { readdirSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { readCase } from './engine/case-file.ts';
import { faultOf, maxTime } from './engine/fuzzer.ts';
import { leastOf, measured } from './engine/measure.ts';
import { allTargets } from './targets/index.ts';

const root = new URL('cases/', import.meta.url).pathname;
const withCases = readdirSync(root);

it('every folder of cases is that of a target', () => {
  const names = allTargets.map(({ name }) => name);
  expect(withCases.filter((name) => !names.includes(name))).toEqual([]);
});

/** What the fuzzer has found once. */
describe.each(allTargets.filter(({ name }) => withCases.includes(name)))('$name', (target) => {
  afterAll(() => target.close?.());

  it.each(readdirSync(`${root}${target.name}`))('reads or refuses %s, in time', async (file) => {
    const input = readCase(`${root}${target.name}/${file}`);
    const run = () => target.run(input as never);
    const { error } = await measured(run);
    expect(error === undefined ? undefined : faultOf(target, error)).toBeUndefined();
    // A machine that is busy has slower caches: what takes twice as long is not yet a fault.
    expect(await leastOf(2, run)).toBeLessThan(2 * maxTime(target, input));
  });
});
