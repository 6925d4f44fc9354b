import {
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
} from '../../../../api/validation/field-errors.ts';
import { validateEach } from '../../../../api/validation/validate-each.ts';
import { type ExtensionNames, isFieldSet, type JsonSchema } from './json-schema.ts';
import { propertyOf } from './pruning.ts';

/**
 * What every object has is known already. At the root a schema may narrow its name, nothing else; objects that are
 * embedded may be narrowed as their schema likes.
 */
export function validateMetadata(
  schema: JsonSchema,
  path: FieldPath,
  names: ExtensionNames,
  isRoot: boolean,
): FieldError[] {
  const below = path.child('properties');
  const metadata = propertyOf(schema, 'metadata');
  return [
    ...validateEach(['kind', 'apiVersion'], (name) => {
      const property = propertyOf(schema, name);
      return property === undefined || property.type === 'string'
        ? []
        : [invalid(below.key(name).child('type'), property.type ?? '', 'must be string')];
    }),
    ...(metadata === undefined || metadata.type === 'object'
      ? []
      : [invalid(below.key('metadata').child('type'), metadata.type ?? '', 'must be object')]),
    ...(metadata !== undefined && isRoot && restrictsMoreThanNames(metadata, names)
      ? [forbidden(below.key('metadata'), onlyNames)]
      : []),
  ];
}

const onlyNames =
  'must not specify anything other than name and generateName, but metadata is implicitly specified';

/** Fields that leave what they say unsaid: of no use to a structure, or told elsewhere. */
const ignoredFields = ['type', 'default', 'externalDocs', 'example', 'properties'];

/** Lists of which the empty one says nothing. */
const listFields = ['enum', 'allOf', 'anyOf', 'oneOf'];

function restrictsMoreThanNames(schema: JsonSchema, names: ExtensionNames): boolean {
  const isEmptyList = (name: string) => listFields.includes(name) && (schema[name] as unknown[]).length === 0;
  return (
    Object.keys(schema.properties ?? {}).some((name) => name !== 'name' && name !== 'generateName') ||
    Object.keys(schema).some(
      (name) => isFieldSet(schema, name, names) && !ignoredFields.includes(name) && !isEmptyList(name),
    )
  );
}
