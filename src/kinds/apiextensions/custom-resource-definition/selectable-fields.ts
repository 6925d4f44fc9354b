import type { extensionNames, JsonSchema } from '../../../api/schema/json-schema.ts';
import { resolveFieldPath } from '../../../api/structural-schema/field-path.ts';
import {
  duplicate,
  type FieldError,
  FieldPath,
  invalid,
  required,
  tooMany,
} from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import type { BetaSpec } from './types.ts';
import { schemaOf } from './version-validation.ts';

type Fields = NonNullable<BetaSpec['selectableFields']>;

const maxFields = 8;
/** The message says the opposite of the rule, for compatibility. */
const withoutSchema = 'may only be set when `version.schema.openAPIV3Schema` is not included';
const types = ['string', 'boolean', 'integer'];
const wrongType =
  'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.';

/** The fields by which instances can be selected: at the top level where they are the same in all versions. */
export function validateSelectableFields(
  { selectableFields, versions, validation }: BetaSpec,
  names: ReturnType<typeof extensionNames>,
): FieldError[] {
  const path = FieldPath.of('spec');
  const top = schemaOf(validation);
  const ofFirst = top ?? schemaOf(versions?.[0]?.schema);
  return [
    ...validateWithSchema(selectableFields ?? [], ofFirst, path.child('selectableFields'), names),
    ...validateEach(versions ?? [], (version, index) => {
      const own = path.child('versions').index(index).child('selectableFields');
      return validateWithSchema(version.selectableFields ?? [], schemaOf(version.schema) ?? top, own, names);
    }),
  ];
}

function validateWithSchema(
  fields: Fields,
  schema: JsonSchema | undefined,
  path: FieldPath,
  names: ReturnType<typeof extensionNames>,
): FieldError[] {
  if (fields.length === 0) return [];
  return schema === undefined
    ? [invalid(path, '', withoutSchema)]
    : validateFields(fields, schema, path, names);
}

function validateFields(
  fields: Fields,
  schema: JsonSchema,
  path: FieldPath,
  names: ReturnType<typeof extensionNames>,
): FieldError[] {
  const seen = new Set<string>();
  const errors = validateEach(fields, ({ jsonPath = '' }, index) => {
    const own = path.index(index).child('jsonPath');
    if (jsonPath === '') return [required(own)];
    const problem = problemOf(jsonPath, schema, names);
    if (problem !== undefined) return [invalid(own, jsonPath, problem)];
    if (seen.has(jsonPath)) return [duplicate(own, jsonPath)];
    seen.add(jsonPath);
    return [];
  });
  const distinct = new Set(fields.map(({ jsonPath }) => jsonPath)).size;
  return distinct > maxFields ? [tooMany(path, distinct, maxFields), ...errors] : errors;
}

function problemOf(
  jsonPath: string,
  root: JsonSchema,
  names: ReturnType<typeof extensionNames>,
): string | undefined {
  const found = resolveFieldPath(jsonPath, root, { allowsBrackets: false });
  if ('problem' in found) return `is an invalid path: ${found.problem}`;
  if (found.steps[0]?.name === 'metadata') return 'must not point to fields in metadata';
  const { schema } = found;
  const isScalar = types.includes(schema.type ?? '') && !schema[names.intOrString];
  return isScalar ? undefined : wrongType;
}
