import { afterAll, expect, it } from 'vitest';
import { Fuzzer } from './engine/fuzzer.ts';
import { allTargets } from './targets/index.ts';

afterAll(async () => {
  for (const target of allTargets) await target.close?.();
});

/** The same inputs each time: `make fuzz` looks for new ones. */
it.each(allTargets)('a short run of $name finds nothing', async (target) => {
  const { finds } = await new Fuzzer(target, { seed: 1, seconds: 3, runs: 120 }).run();
  expect(finds.map(({ message, input }) => ({ message, input: input.slice(0, 200) }))).toEqual([]);
});
