import { expect, it } from 'vitest';
import type { Definition, DefinitionVersion } from '../definition/definition.ts';
import { deprecationOf } from './deprecation.ts';

type Version = Partial<DefinitionVersion>;
const served = { served: true };
const deprecated = { name: 'v1beta1', served: true, deprecated: true };

it.each<[string, Version, Version[], string | undefined]>([
  ['that is not deprecated has no warning', { name: 'v1', ...served }, [], undefined],
  ['has its own warning', { ...deprecated, deprecationWarning: 'go away' }, [], 'go away'],
  ['has a warning', deprecated, [], 'example.com/v1beta1 Thing is deprecated'],
  [
    'has a warning that names the newest version',
    deprecated,
    [
      { name: 'v1', ...served },
      { name: 'v2', ...served },
      { name: 'v1alpha1', ...served },
    ],
    'example.com/v1beta1 Thing is deprecated; use example.com/v2 Thing',
  ],
  [
    'has a warning that names none that is older, deprecated, or not served',
    deprecated,
    [
      { name: 'v1alpha1', ...served },
      { name: 'v2', ...served, deprecated: true },
      { name: 'v3', served: false },
    ],
    'example.com/v1beta1 Thing is deprecated',
  ],
])('a version %s', (_, version, others, warning) => {
  const definition = {
    spec: { group: 'example.com', versions: [version, ...others] },
    status: { acceptedNames: { kind: 'Thing' } },
  } as unknown as Definition;
  expect(deprecationOf(definition, version as DefinitionVersion)).toEqual(
    warning === undefined ? undefined : { warning, removedRelease: '' },
  );
});
