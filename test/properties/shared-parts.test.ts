import fc from 'fast-check';
import { describe, test } from 'vitest';
import { Normalizer } from '../../src/api/codec/normalizer.ts';
import { isMap, type JsonMap } from '../../src/api/json/json-values.ts';
import { StatusError } from '../../src/api/meta/status.ts';
import { apiVersionOf } from '../../src/api/schema/schema.ts';
import { allKinds } from '../../src/kinds/index.ts';
import type { KindRules } from '../../src/registry/kind-rules.ts';
import { reusableSubtrees } from '../../src/registry/reusable-subtrees.ts';
import { freezeInTests } from '../../src/util/freeze-in-tests.ts';
import { definitions, dependencies, objectOf, same, Versions } from '../support/unit/versions.ts';

const runs = 200;

/** The kinds that are stored, in the version in which they are. */
const kinds = allKinds(dependencies).flatMap((rules) => {
  const stored = definitions.find(
    ({ storage, group, kind }) => storage && group === rules.group && kind === rules.kind,
  );
  return stored === undefined
    ? []
    : [{ name: `${rules.kind}${rules.group && `.${rules.group}`}`, rules, stored }];
});

/** One object with parts of another one put in place of its own. What is not replaced is the very same. */
function mixed(object: unknown, other: unknown, takes: () => boolean): unknown {
  if (!isMap(object) || !isMap(other)) {
    if (!Array.isArray(object) || !Array.isArray(other) || takes()) return takes() ? other : object;
    return object.map((item, index) => (index < other.length ? mixed(item, other[index], takes) : item));
  }
  const result: JsonMap = { ...object };
  for (const name of Object.keys({ ...object, ...other })) {
    if (!takes()) continue;
    const value = mixed(object[name], other[name], takes);
    if (value === undefined) delete result[name];
    else result[name] = value;
  }
  return result;
}

/** What becomes of an object on its way through an update, or the refusal. */
function updated(
  rules: KindRules<any>,
  object: any,
  old: any,
  isStatus: boolean,
  apiVersion: string | undefined,
): unknown {
  try {
    rules.applyDefaults?.(object);
    if (isStatus) rules.status?.prepareForUpdate?.(object, old, apiVersion);
    else rules.prepareForUpdate?.(object, old, apiVersion);
    return object;
  } catch (error) {
    if (error instanceof StatusError) return error.message;
    throw error;
  }
}

describe.each(kinds)('an update of $name', ({ rules, stored }) => {
  const bench = new Versions(rules);
  test('comes to the same whether it shares what stays with the stored object, which is not changed', {
    timeout: 60_000,
  }, () => {
    const property = fc.property(
      objectOf(stored),
      objectOf(stored),
      fc.infiniteStream(fc.boolean()),
      fc.boolean(),
      fc.constantFrom(undefined, ...bench.all.map(apiVersionOf)),
      (one, other, choices, isStatus, apiVersion) => {
        const old = freezeInTests(bench.decode(one, stored)) as any;
        const next = mixed(old, bench.decode(other, stored), () => choices.next().value);
        const shaped = (known: JsonMap | undefined): any =>
          new Normalizer().normalize(
            known === undefined ? structuredClone(next) : next,
            stored.schema,
            [],
            known,
          );
        const sharing = updated(rules, shaped(reusableSubtrees(rules, old)), old, isStatus, apiVersion);
        const copying = updated(rules, shaped(undefined), structuredClone(old), isStatus, apiVersion);
        same(sharing, copying, `sharing with ${apiVersionOf(stored)} ${JSON.stringify(old)}`);
      },
    );
    fc.assert(property, { numRuns: runs });
  });
});
