import { describe, expect, test } from 'vitest';
import { allFields as all, schemaOf } from '../../../../test/support/unit/apply-fields.ts';
import { writeJson } from '../../codec/json.ts';
import { compareObjects } from './compare.ts';
import { ConfigError, configFields, configFieldsInTurns } from './config-fields.ts';
import { TypedSchemas } from './structure.ts';
import { wholeWideNodes } from './whole-value.ts';

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const labels = (count: number) => Object.fromEntries(many(count, (n) => [`l${count - n}`, 'x']));

const env = (n: number) => ({ name: `E${n}`, value: 'v' });
const ports = many(3, (n) => ({ containerPort: n, name: `p${n}` }));
const podOf = (list: unknown[]) => ({
  metadata: { name: 'p', labels: labels(900), finalizers: many(700, (n) => `example.com/f${n}`) },
  spec: { containers: [...many(600, (n) => ({ name: `c${n}`, ports })), { name: 'a', env: list }] },
});

const schema = schemaOf('Pod');
const structures = new TypedSchemas();

/** Counts how often others had their turn. */
class Turns {
  count = 0;
  readonly turn = async () => {
    this.count++;
  };
}

describe('what is wide is worked out in parts, and comes to the same', () => {
  const object = podOf(many(1500, env));

  test('the fields of a configuration', async () => {
    const turns = new Turns();
    const config = { apiVersion: 'v1', kind: 'Pod', ...object };
    const set = await configFieldsInTurns(config, schema, structures, all, turns.turn);
    expect(writeJson(set)).toBe(writeJson(configFields(config, schema, structures, all)));
    expect(turns.count).toBeGreaterThan(20);
  });

  test('a new object', async () => {
    const turns = new Turns();
    const known = await wholeWideNodes(object, schema, structures, turns.turn);
    const empty = { metadata: {} };
    const { changed } = compareObjects(empty, object, schema, structures, all, known);
    expect(writeJson(changed)).toBe(
      writeJson(compareObjects(empty, object, schema, structures, all).changed),
    );
    expect(known!.get(object.metadata.labels)).toBe((changed as any)['f:metadata']['f:labels']);
    expect([...known!.keys()]).toHaveLength(4);
    expect(turns.count).toBeGreaterThan(20);
  });

  test('nothing of it where steps are short', async () => {
    expect(await wholeWideNodes(object, schema, structures, () => undefined)).toBeUndefined();
  });
});

test.each([
  ['an item that is there twice', [...many(800, env), env(3)]],
  ['an item without its key', [...many(800, env), { value: 'x' }]],
  ['an item of another type', [...many(800, env), 'x']],
  ['a field that there is not', [...many(800, env), { ...env(900), colour: 'red' }]],
])('what is wrong in a wide list is told in the same words: %s', async (_, list) => {
  const config = podOf(list);
  const failure = (error: unknown) => (error instanceof ConfigError ? error.message : String(error));
  const inTurns = await configFieldsInTurns(config, schema, structures, all, new Turns().turn).catch(failure);
  expect(inTurns).toMatch(/spec\.containers\[name="a"\]\.env/);
  expect(() => configFields(config, schema, structures, all)).toThrow(inTurns as string);
});
