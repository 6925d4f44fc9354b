import { type FieldError, type FieldPath, forbidden } from '../../../../api/machinery/field-errors.ts';
import { eachFault } from '../../../shared/each-fault.ts';
import { sameValue } from '../../../shared/workload/same-value.ts';
import { type ExtensionNames, itemsOf, type JsonSchema, saidFields } from './json-schema.ts';
import { validatePattern } from './pattern.ts';

/** What an integer or a string looks like when both are spelt out, which is allowed: also where no extension says so. */
const eitherType = [{ type: 'integer' }, { type: 'string' }];

/** What stands in allOf, anyOf, oneOf and not may only judge values, not say what they are. */
export function validateNested(schema: JsonSchema, path: FieldPath, names: ExtensionNames): FieldError[] {
  const isEither = (candidate: JsonSchema | undefined) => sameValue(candidate?.anyOf, eitherType);
  const skipAnyOf = isEither(schema);
  const [first] = schema.allOf ?? [];
  return validateJudgements(schema, path, names, { skipAnyOf, skipFirst: isEither(first) });
}

interface Exceptions {
  skipAnyOf: boolean;
  /** The anyOf of the first allOf. */
  skipFirst: boolean;
}

const none: Exceptions = { skipAnyOf: false, skipFirst: false };

function validateJudgements(
  schema: JsonSchema,
  path: FieldPath,
  names: ExtensionNames,
  { skipAnyOf, skipFirst }: Exceptions,
): FieldError[] {
  const each = (field: 'anyOf' | 'allOf' | 'oneOf') =>
    eachFault(schema[field] ?? [], (child, index) => {
      const exceptions = field === 'allOf' && index === 0 ? { ...none, skipAnyOf: skipFirst } : none;
      return validateJudgement(child, path.child(field).index(index), names, exceptions);
    });
  return [
    ...(skipAnyOf ? [] : each('anyOf')),
    ...each('allOf'),
    ...each('oneOf'),
    ...(schema.not === undefined ? [] : validateJudgement(schema.not, path.child('not'), names)),
    ...validatePattern(schema, path),
  ];
}

function validateJudgement(
  schema: JsonSchema,
  path: FieldPath,
  names: ExtensionNames,
  exceptions: Exceptions = none,
): FieldError[] {
  const items = itemsOf(schema);
  const { properties = {} } = schema;
  const said = saidFields(schema, names);
  const isEmptyList = (field: string) =>
    [names.listMapKeys, names.validations].includes(field) && (schema[field] as unknown[]).length === 0;
  return [
    ...validateJudgements(schema, path, names, exceptions),
    ...(items === undefined ? [] : validateJudgement(items, path.child('items'), names)),
    ...eachFault(Object.entries(properties), ([name, child]) =>
      validateJudgement(child, path.child('properties').key(name), names),
    ),
    ...forbiddenFields(names)
      .filter(([field]) => said.includes(field) && !isEmptyList(field))
      .map(([field, state]) => forbidden(path.child(field), `must be ${state} to be structural`)),
    ...(Object.hasOwn(properties, 'metadata')
      ? [forbidden(path.child('properties').key('metadata'), 'must not be specified in a nested context')]
      : []),
  ];
}

const forbiddenFields = (names: ExtensionNames): [string, string][] => [
  ['type', 'empty'],
  ['additionalProperties', 'undefined'],
  ['default', 'undefined'],
  ['title', 'empty'],
  ['description', 'empty'],
  ['nullable', 'false'],
  [names.preserveUnknownFields, 'false'],
  [names.embeddedResource, 'false'],
  [names.intOrString, 'false'],
  [names.listMapKeys, 'empty'],
  [names.listType, 'undefined'],
  [names.mapType, 'undefined'],
  [names.validations, 'empty'],
];
