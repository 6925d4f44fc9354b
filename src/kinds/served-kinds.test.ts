import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { dependencies } from '../../test/support/unit/kinds.ts';
import { loadDefinitions } from '../api/schema/load.ts';
import { apiVersionOf } from '../api/schema/schema.ts';
import { allKinds } from './index.ts';

const definitions = loadDefinitions(
  fileURLToPath(new URL('../../api-definitions', import.meta.url)),
  dependencies.dialect,
);

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
