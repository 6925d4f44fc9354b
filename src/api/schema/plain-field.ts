import type { FieldSchema } from './schema.ts';

/** A field of which nothing special is said; `given` is what is said of it. */
export const plainField = (
  given: Pick<FieldSchema, 'name' | 'schema'> & Partial<FieldSchema>,
): FieldSchema => ({
  number: 0,
  inlinedFrom: [],
  description: '',
  nullable: false,
  required: false,
  always: false,
  values: [],
  isEnum: false,
  default: undefined,
  listType: 'atomic',
  isListTypeDeclared: false,
  listKeys: [],
  mapType: 'granular',
  isMapTypeDeclared: false,
  mergeKey: undefined,
  patchStrategies: [],
  gates: [],
  isDropped: false,
  ...given,
});
