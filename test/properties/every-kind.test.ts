import fc from 'fast-check';
import { describe, test } from 'vitest';
import { apiVersionOf, type KindDefinition } from '../../src/api/schema/schema.ts';
import { allKinds } from '../../src/kinds/index.ts';
import { VersionBench } from '../support/unit/conversions.ts';
import { definitions, dependencies, objectOf, same, Versions } from '../support/unit/versions.ts';
import { makeValid } from './make-valid.ts';

/** Of each kind so many, shared among its versions. */
const objects = 1000;

const isOf = (definition: KindDefinition, group: string, kind: string): boolean =>
  definition.storedAs.group === group && definition.storedAs.kind === kind;

const kinds = allKinds(dependencies).map((rules) => {
  const own = definitions.filter((definition) => isOf(definition, rules.group, rules.kind));
  return { name: `${rules.kind}${rules.group && `.${rules.group}`}`, rules, own };
});

describe.each(kinds)('any $name', ({ rules, own }) => {
  if (!own.some(({ storage }) => storage)) {
    const versions = new Versions(rules);
    test('is as it was after defaults again, and after every other version', { timeout: 60_000 }, () =>
      versions.expectRoundTrips({
        runs: Math.ceil(objects / versions.all.length),
        prepare: makeValid[rules.kind],
      }),
    );
    return;
  }
  const bench = new VersionBench(rules);
  const numRuns = Math.ceil(objects / own.length);
  test.each(own.map((definition) => [apiVersionOf(definition), definition] as const))(
    'of %s is as it was after defaults again, and after every other version',
    { timeout: 60_000 },
    (apiVersion, definition) => {
      const property = fc.property(objectOf(definition), (object) => {
        makeValid[rules.kind]?.(object, definition.version);
        const stored = bench.toStored(apiVersion, object);
        same(bench.toStored(bench.storedVersion, stored), stored, 'defaulting twice is defaulting once');
        const served = bench.fromStored(apiVersion, stored);
        for (const other of bench.versions) {
          const back = bench.toStored(other, bench.fromStored(other, stored));
          same(bench.fromStored(apiVersion, back), served, `${apiVersion} to ${other} and back`);
        }
      });
      fc.assert(property, { numRuns });
    },
  );
});

/** The definitions alone make an object; shaping it twice has to be shaping it once. */
const ruled = new Set(kinds.flatMap(({ own }) => own));
const others = definitions.filter((definition) => !ruled.has(definition));

describe.each(
  others.map((definition) => [`${definition.kind} of ${apiVersionOf(definition)}`, definition] as const),
)('any %s, which has no rules', (_, definition) => {
  test('is as it was after it has been read again', { timeout: 60_000 }, () => {
    const versions = new Versions({ group: definition.group, kind: definition.kind });
    const property = fc.property(objectOf(definition), (object) => {
      const once = versions.decode(object, definition);
      same(versions.decode(once, definition), once, 'read twice');
    });
    fc.assert(property, { numRuns: objects });
  });
});
