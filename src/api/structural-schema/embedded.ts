import { jsonTypeOf } from '../codec/type-text.ts';
import { isMap } from '../json/json-values.ts';
import type { ObjectMeta } from '../meta/metadata.ts';
import { type FieldError, type FieldPath, invalid, required } from '../validation/field-errors.ts';
import { validateKind } from '../validation/kind-names.ts';
import { validateObjectMeta } from '../validation/metadata-validation.ts';
import { nameIsPathSegment } from '../validation/names.ts';
import { validateEach } from '../validation/validate-each.ts';
import { goShown } from './go-value.ts';
import {
  additionalOf,
  type ExtensionNames,
  isSet,
  itemsOf,
  type JsonSchema,
  propertyOf,
} from './json-schema.ts';

type Check = (object: Record<string, unknown>, path: FieldPath) => FieldError[];

interface EmbeddedContext {
  path: FieldPath;
  names: ExtensionNames;
}

/** Validates type and metadata of the objects embedded in a value. The first wrong JSON type is reported alone. */
export function validateEmbeddedObjects(
  value: unknown,
  schema: JsonSchema,
  context: EmbeddedContext,
): FieldError[] {
  const [typeError] = checkEmbedded(value, schema, { ...context, check: typeErrors });
  if (typeError !== undefined) return [typeError];
  return checkEmbedded(value, schema, { ...context, check: objectErrors });
}

function checkEmbedded(
  value: unknown,
  schema: JsonSchema | undefined,
  context: EmbeddedContext & { check: Check },
): FieldError[] {
  const { path, names, check } = context;
  if (schema === undefined) return [];
  if (Array.isArray(value)) {
    const items = itemsOf(schema);
    return validateEach(value, (item, index) =>
      checkEmbedded(item, items, { ...context, path: path.index(index) }),
    );
  }
  if (!isMap(value)) return [];
  const additional = additionalOf(schema);
  return [
    ...(schema[names.embeddedResource] ? check(value, path) : []),
    ...validateEach(Object.entries(value), ([name, item]) => {
      const property = propertyOf(schema, name);
      return property === undefined
        ? checkEmbedded(item, additional, { ...context, path: path.key(name) })
        : checkEmbedded(item, property, { ...context, path: path.child(name) });
    }),
  ];
}

const textFields = ['name', 'generateName', 'namespace', 'selfLink', 'uid', 'resourceVersion', 'clusterName'];

function typeErrors(object: Record<string, unknown>, path: FieldPath): FieldError[] {
  const { metadata } = object;
  const metadataError = metadata === undefined ? undefined : metadataTypeError(metadata);
  return [
    ...['apiVersion', 'kind']
      .filter((name) => object[name] !== undefined && typeof object[name] !== 'string')
      .map((name) => invalid(path.child(name), goShown(object[name]), 'must be a string')),
    ...(metadataError === undefined
      ? []
      : [invalid(path.child('metadata'), goShown(metadata), metadataError)]),
  ];
}

function metadataTypeError(metadata: unknown): string | undefined {
  const typeMismatch = (value: unknown, where: string, type: string) =>
    `json: cannot unmarshal ${jsonTypeOf(value)} into Go ${where} of type ${type}`;
  if (metadata === null) return undefined;
  if (!isMap(metadata)) return typeMismatch(metadata, 'value', 'v1.ObjectMeta');
  for (const name of textFields) {
    const text = metadata[name];
    if (isSet(text) && typeof text !== 'string')
      return typeMismatch(text, `struct field ObjectMeta.${name}`, 'string');
  }
  for (const name of ['labels', 'annotations']) {
    const map = metadata[name];
    if (!isSet(map)) continue;
    if (!isMap(map)) return typeMismatch(map, `struct field ObjectMeta.${name}`, 'map[string]string');
    const odd = Object.values(map).find((text) => isSet(text) && typeof text !== 'string');
    if (odd !== undefined) return typeMismatch(odd, `struct field ObjectMeta.${name}`, 'string');
  }
  return listTypeError(metadata, typeMismatch);
}

function listTypeError(
  metadata: Record<string, unknown>,
  typeMismatch: (value: unknown, where: string, type: string) => string,
): string | undefined {
  const lists = [
    ['ownerReferences', 'v1.OwnerReference', isMap],
    ['finalizers', 'string', (item: unknown) => typeof item === 'string'],
    ['managedFields', 'v1.ManagedFieldsEntry', isMap],
  ] as const;
  for (const [name, type, fits] of lists) {
    const list = metadata[name];
    if (!isSet(list)) continue;
    if (!Array.isArray(list)) return typeMismatch(list, `struct field ObjectMeta.${name}`, `[]${type}`);
    const odd = list.find((item) => isSet(item) && !fits(item));
    if (odd !== undefined) return typeMismatch(odd, `struct field ObjectMeta.${name}`, type);
  }
  return undefined;
}

function objectErrors(object: Record<string, unknown>, path: FieldPath): FieldError[] {
  const apiVersion = object['apiVersion'] as string | undefined;
  const kind = object['kind'] as string | undefined;
  const metadata = object['metadata'] as ObjectMeta | null | undefined;
  return [
    ...(apiVersion ? [] : [required(path.child('apiVersion'))]),
    ...(kind ? [] : [required(path.child('kind'))]),
    ...((apiVersion ?? '').split('/').length > 2
      ? [invalid(path.child('apiVersion'), apiVersion, `unexpected GroupVersion string: ${apiVersion}`)]
      : []),
    ...(kind ? validateKind(kind, path.child('kind')) : []),
    ...(metadata === undefined ? [] : metadataErrors(metadata ?? {}, path.child('metadata'))),
  ];
}

/** A default need not have a name. */
const metadataErrors = (metadata: ObjectMeta, path: FieldPath): FieldError[] =>
  validateObjectMeta(
    { ...metadata, name: metadata.name || 'fakename' },
    { namespaced: Boolean(metadata.namespace), validateName: nameIsPathSegment },
    path,
  );
