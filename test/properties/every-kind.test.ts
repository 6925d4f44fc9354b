import fc from 'fast-check';
import { describe, test } from 'vitest';
import { FeatureGates } from '../../src/api/gates/feature-gates.ts';
import { apiVersionOf, type KindDefinition } from '../../src/api/schema/schema.ts';
import { releases } from '../../src/commands/apiserver/flags/parse-value.ts';
import { allKinds } from '../../src/kinds/index.ts';
import { isKnownAt, testedRelease } from '../support/release.ts';
import { VersionBench } from '../support/unit/conversions.ts';
import { definitionsOf } from '../support/unit/definitions.ts';
import { definitions, dependencies, objectOf, same, Versions } from '../support/unit/versions.ts';
import { makeValid } from './make-valid.ts';

/** Of each kind so many, shared among its versions. */
const objects = 1000;

const isOf = (definition: KindDefinition, group: string, kind: string): boolean =>
  definition.storedAs.group === group && definition.storedAs.kind === kind;

/** The release that tests are about; for a kind that it does not have the newest one that has it. */
function releaseOf(ofKind: (definition: KindDefinition) => boolean): string {
  const has = (release: string): boolean =>
    definitionsOf(release).kinds.some(
      (one) => ofKind(one) && (one.storage || (one.virtual && isKnownAt(release, one))),
    );
  return [...releases, testedRelease].findLast(has)!;
}

const kinds = allKinds(dependencies).map(({ group, kind }) => {
  const ofKind = (definition: KindDefinition): boolean => isOf(definition, group, kind);
  const release = releaseOf(ofKind);
  const gates = new FeatureGates(release);
  const rules = allKinds({ ...dependencies, gates }).find((one) => one.group === group && one.kind === kind)!;
  const own = definitionsOf(release).kinds.filter(ofKind);
  return { name: `${kind}${group && `.${group}`}`, rules, own, gates };
});

describe.each(kinds)('any $name', ({ rules, own, gates }) => {
  if (!own.some(({ storage }) => storage)) {
    const versions = new Versions(rules, gates.release);
    test('is as it was after defaults again, and after every other version', { timeout: 60_000 }, () =>
      versions.expectRoundTrips({
        runs: Math.ceil(objects / versions.all.length),
        prepare: makeValid[rules.kind],
      }),
    );
    return;
  }
  const bench = new VersionBench(rules, gates);
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
const others = definitions.filter(
  (definition) => !kinds.some(({ rules }) => isOf(definition, rules.group, rules.kind)),
);

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
