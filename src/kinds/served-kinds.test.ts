import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { dependencies } from '../../test/support/unit/kinds.ts';
import { FeatureGates } from '../api/gates/feature-gates.ts';
import { isReleasedBy } from '../api/meta/release.ts';
import { loadDefinitions } from '../api/schema/load.ts';
import { apiVersionOf } from '../api/schema/schema.ts';
import { allKinds } from './index.ts';

const { dialect } = dependencies;
const directory = fileURLToPath(new URL('../../api-definitions', import.meta.url));
const definitions = loadDefinitions(directory, dialect);

interface GroupKind {
  group: string;
  kind: string;
}

const nameOf = ({ group, kind }: GroupKind): string => `${kind}.${group}`;
const ruled = new Set(allKinds(dependencies).map(nameOf));

/** Kinds that have no rules and need none: what they do is the work of the server. */
const withoutRules = ['Binding', 'SelfSubjectReview'];

it('every kind that is served has rules: none is taken and has no effect', () => {
  const others = definitions.kinds.filter(({ storedAs }) => !ruled.has(nameOf(storedAs)));
  expect([...new Set(others.map(({ kind }) => kind))].sort()).toEqual(withoutRules);
});

it('what the server only asks of others has no rules, and is no group version of its own', () => {
  expect(definitions.outgoingKinds.map(nameOf)).toEqual([
    `ImageReview.imagepolicy.${dependencies.dialect.api}`,
  ]);
  expect(ruled.has(nameOf(definitions.outgoingKinds[0]!))).toBe(false);
  const versions = definitions.groupVersions.map(apiVersionOf);
  expect(new Set(versions)).toEqual(new Set(definitions.kinds.map(apiVersionOf)));
});

it.each(['1.20', '1.24', '1.26', '1.28', '1.30', '1.31', '1.32', '1.33', '1.34', '1.35', '1.36'])(
  'in %s every kind is kept in one of the versions that the release has',
  (release) => {
    const gates = new FeatureGates(release, ['AllAlpha=true', 'AllBeta=true']);
    const { kinds } = loadDefinitions(directory, dialect, release, gates);
    const isAlive = ({ lifecycle: { introduced } }: (typeof kinds)[number]): boolean =>
      introduced === undefined || isReleasedBy(introduced, release);
    const kept = kinds.filter((kind) => !kind.virtual && isAlive(kind));
    const stored = new Set(kinds.filter(({ storage }) => storage).map(nameOf));
    expect(kept.filter(({ storedAs }) => !stored.has(nameOf(storedAs))).map(nameOf)).toEqual([]);
  },
);
