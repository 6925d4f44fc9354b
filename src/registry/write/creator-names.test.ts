import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WriteBench } from '../../../test/support/unit/write-bench.ts';
import { systemRandom } from '../../util/random.ts';

/** The random numbers that names are made of: 0 makes the suffix `bbbbb`, 1 `cbbbb`, 2 `dbbbb` and so on. */
let numbers: number[] = [];
let drawn = 0;
const random = {
  uuid: systemRandom.uuid,
  below: () => {
    drawn++;
    return numbers.shift() ?? 0;
  },
};

const letters = 'bcdfghjklmnp';
const nameOf = (prefix: string, number: number): string => `${prefix}${letters[number]}bbbb`;

let bench: WriteBench;
beforeAll(async () => {
  bench = await WriteBench.open({ random });
});
afterAll(() => bench[Symbol.asyncDispose]());
beforeEach(() => {
  drawn = 0;
});

/** Creates with a generated name, where the names of the first `taken` numbers are other objects'. */
async function createAfter(prefix: string, taken: number, dryRun = false) {
  for (let number = 0; number < taken; number++)
    await bench.create({ metadata: { name: nameOf(prefix, number) } });
  numbers = Array.from({ length: 20 }, (_, number) => number);
  return bench.create({ metadata: { generateName: prefix } }, dryRun);
}

describe('a create with generateName', () => {
  it.each([
    // Names that are taken; attempts, and so the number in the name.
    [0, 1],
    [1, 2],
    [2, 3],
    [7, 8],
  ])('of which the first %i names are taken gets the name of attempt %i', async (taken, attempts) => {
    const prefix = `made-${taken}-`;
    const { metadata } = await createAfter(prefix, taken);
    expect(metadata).toMatchObject({ name: nameOf(prefix, attempts - 1), generateName: prefix });
    expect(drawn).toBe(attempts);
    expect((await bench.read(metadata.name!))!.metadata.uid).toBe(metadata.uid);
  });

  it.each([
    ['is refused', 'full-', false],
    ['is refused in a dry run', 'full-dry-', true],
  ])('%s after eight names that are taken, and may be repeated', async (_, prefix, dryRun) => {
    await expect(createAfter(prefix, 8, dryRun)).rejects.toMatchObject({
      code: 409,
      reason: 'AlreadyExists',
      message:
        `configmaps "${nameOf(prefix, 7)}" already exists, ` +
        'the server was not able to generate a unique name for the object',
      details: { name: nameOf(prefix, 7), kind: 'configmaps', retryAfterSeconds: 1 },
    });
    expect(drawn).toBe(8);
    expect(await bench.read(nameOf(prefix, 8))).toBeUndefined();
  });

  it('makes up another name in a dry run too', async () => {
    const { metadata } = await createAfter('dry-', 2, true);
    expect(metadata.name).toBe(nameOf('dry-', 2));
    expect(await bench.read(metadata.name!)).toBeUndefined();
  });

  it('and a name gets the name, and makes none up when that is taken', async () => {
    const create = () => bench.create({ metadata: { name: 'given', generateName: 'made-' } });
    expect((await create()).metadata).toMatchObject({ name: 'given', generateName: 'made-' });
    await expect(create()).rejects.toMatchObject({
      code: 409,
      message: 'configmaps "given" already exists',
    });
    expect(drawn).toBe(0);
  });

  it.each([
    ['of 57 characters is kept', 'a'.repeat(57), 57],
    ['of 58 characters is kept', 'a'.repeat(58), 58],
    ['of 59 characters is cut', 'a'.repeat(59), 58],
  ])('%s: names have at most 63', async (_, prefix, kept) => {
    numbers = [prefix.length - 57];
    const { metadata } = await bench.create({ metadata: { generateName: prefix } });
    expect(metadata.name).toBe(nameOf('a'.repeat(kept), prefix.length - 57));
  });

  it('that can begin no name is refused', async () => {
    await expect(bench.create({ metadata: { generateName: 'A b' } })).rejects.toMatchObject({
      code: 422,
      message: expect.stringContaining('metadata.generateName'),
    });
  });
});
