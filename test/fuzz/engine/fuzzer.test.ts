import { describe, expect, it } from 'vitest';
import { Fuzzer } from './fuzzer.ts';
import { growthFault, pumpedTo } from './pump.ts';
import { OracleError, type Target } from './target.ts';

const options = { seed: 1, seconds: 10, runs: 3_000 };

function target(run: (text: string) => unknown, refusals: Target['refusals'] = []): Target {
  return { name: 'sample', seeds: () => ['{"a":[1,2]}'], dictionary: ['b'], refusals, run };
}

describe('a fuzzer', () => {
  it('finds an error that is no refusal, and keeps the shortest input of it', async () => {
    const { finds, refused } = await new Fuzzer(
      target(
        (text) => {
          if (text.includes('b')) throw new TypeError('b');
          if (text.includes('2')) throw new SyntaxError('2');
        },
        [SyntaxError],
      ),
      options,
    ).run();
    expect(refused).toBeGreaterThan(0);
    expect(finds).toHaveLength(1);
    expect(finds[0]!.input.length).toBeLessThan(20);
  });

  it('tells what oracles say apart by what they say', async () => {
    const { finds } = await new Fuzzer(
      target((text) => {
        if (!text.startsWith('{')) throw new OracleError(`start: ${text}`);
        if (!text.endsWith('}')) throw new OracleError(`end: ${text}`);
      }),
      options,
    ).run();
    expect(finds.map(({ signature }) => signature).sort()).toEqual(['OracleError end', 'OracleError start']);
  });

  it('makes the same inputs of the same seed', async () => {
    const inputsOf = async (seed: number): Promise<string[]> => {
      const inputs: string[] = [];
      await new Fuzzer(
        target((text) => inputs.push(text)),
        { ...options, runs: 300, seed },
      ).run();
      return inputs;
    };
    const first = await inputsOf(7);
    expect(await inputsOf(7)).toEqual(first);
    expect(await inputsOf(8)).not.toEqual(first);
  });
});

describe('pumping', () => {
  const pumped = { before: '<', part: 'a', after: '>' };

  it('repeats a part up to a length', () => {
    expect(pumpedTo(pumped, 5)).toBe('<aaaaa>');
  });

  it('tells a quadratic reader from a linear one', async () => {
    const quadratic = target((text) => {
      let sum = 0;
      for (const _ of text) for (let at = 0; at < text.length; at += 4) sum += at;
      return sum;
    });
    expect(await growthFault(quadratic, pumped, 64 * 1024)).toBeDefined();
    expect(
      await growthFault(
        target((text) => text.split('')),
        pumped,
        256 * 1024,
      ),
    ).toBeUndefined();
  });
});
