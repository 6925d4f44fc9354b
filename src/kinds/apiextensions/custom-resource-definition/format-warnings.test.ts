import { expect, it } from 'vitest';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { formatWarnings } from './format-warnings.ts';
import type { Definition } from './types.ts';

const definition = (...fields: object[]): Definition =>
  ({
    spec: {
      versions: [
        {
          name: 'v1',
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: Object.fromEntries(fields.map((field, index) => [`f${index}`, field])),
            },
          },
        },
      ],
    },
  }) as unknown as Definition;

const unknown = { type: 'string', format: 'made-up' };
const told = ['unrecognized format "made-up"'];

it.each<[string, string, Definition, Definition | undefined, string[] | undefined]>([
  ['a new definition', '1.36', definition(unknown, unknown), undefined, told],
  ['a format that is added', '1.36', definition(unknown), definition(), told],
  ['a format that was there', '1.36', definition(unknown), definition(unknown), []],
  [
    'formats that are known',
    '1.36',
    definition(
      { type: 'string', format: 'date-time' },
      { type: 'string', format: 'password' },
      { type: 'string', format: 'k8s-short-name' },
      { type: 'string', format: '' },
    ),
    undefined,
    [],
  ],
  [
    'formats of numbers',
    '1.36',
    definition(
      { type: 'integer', format: 'int33' },
      { type: 'integer', format: 'int32' },
      { type: 'number', format: 'double' },
    ),
    undefined,
    ['unrecognized format "int33"'],
  ],
  [
    'the format of a number, by the newest release as 1.34',
    '1.34',
    definition({ type: 'integer', format: 'int33' }),
    undefined,
    [],
  ],
  ['a release before 1.33', '1.32', definition(unknown), undefined, undefined],
])('%s', (_, release, given, old, warnings) => {
  expect(formatWarnings(new FeatureGates(release, []))?.(given, old)).toEqual(warnings);
});
