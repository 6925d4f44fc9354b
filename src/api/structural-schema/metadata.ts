import { type ExtensionNames, isFieldSet, type JsonSchema, propertyOf } from '../schema/json-schema.ts';
import { type FieldError, type FieldPath, forbidden, invalid } from '../validation/field-errors.ts';
import { validateEach } from '../validation/validate-each.ts';

/**
 * Schemas of apiVersion, kind and metadata must have the types of these fields. At the root, the schema of metadata
 * may restrict name and generateName only; that of an embedded object may restrict everything.
 */
export function validateMetadata(
  schema: JsonSchema,
  path: FieldPath,
  { names, isRoot }: { names: ExtensionNames; isRoot: boolean },
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

/** Fields that restrict nothing, or are validated elsewhere. */
const ignoredFields = ['type', 'default', 'externalDocs', 'example', 'properties'];

/** Lists that restrict nothing when they are empty. */
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
