import { jsonTypeOf } from '../../../../api/codec/type-text.ts';
import { isMap } from '../../../../api/json/json-values.ts';
import type { ObjectMeta } from '../../../../api/meta/metadata.ts';
import {
  type FieldError,
  type FieldPath,
  invalid,
  required,
} from '../../../../api/validation/field-errors.ts';
import { validateObjectMeta } from '../../../../api/validation/metadata-validation.ts';
import { dns1035Label, nameIsPathSegment } from '../../../../api/validation/names.ts';
import { validateEach } from '../../../../api/validation/validate-each.ts';
import { goShown } from './go-value.ts';
import { additionalOf, type ExtensionNames, isSet, itemsOf, type JsonSchema } from './json-schema.ts';
import { propertyOf } from './pruning.ts';

type Check = (object: Record<string, unknown>, path: FieldPath) => FieldError[];

/** Whole objects inside of a value have metadata like any object: first whether its types fit, then the rest. */
export function validateEmbeddedObjects(
  value: unknown,
  schema: JsonSchema,
  path: FieldPath,
  names: ExtensionNames,
): FieldError[] {
  const [misfit] = eachEmbedded(value, schema, path, names, typeErrors);
  return misfit === undefined ? eachEmbedded(value, schema, path, names, objectErrors) : [misfit];
}

function eachEmbedded(
  value: unknown,
  schema: JsonSchema | undefined,
  path: FieldPath,
  names: ExtensionNames,
  check: Check,
): FieldError[] {
  if (schema === undefined) return [];
  if (Array.isArray(value)) {
    const items = itemsOf(schema);
    return validateEach(value, (item, index) => eachEmbedded(item, items, path.index(index), names, check));
  }
  if (!isMap(value)) return [];
  const additional = additionalOf(schema);
  return [
    ...(schema[names.embeddedResource] ? check(value, path) : []),
    ...validateEach(Object.entries(value), ([name, item]) => {
      const property = propertyOf(schema, name);
      return property === undefined
        ? eachEmbedded(item, additional, path.key(name), names, check)
        : eachEmbedded(item, property, path.child(name), names, check);
    }),
  ];
}

const textFields = ['name', 'generateName', 'namespace', 'selfLink', 'uid', 'resourceVersion', 'clusterName'];

function typeErrors(object: Record<string, unknown>, path: FieldPath): FieldError[] {
  const { metadata } = object;
  const why = metadata === undefined ? undefined : metadataTypeError(metadata);
  return [
    ...['apiVersion', 'kind']
      .filter((name) => object[name] !== undefined && typeof object[name] !== 'string')
      .map((name) => invalid(path.child(name), goShown(object[name]), 'must be a string')),
    ...(why === undefined ? [] : [invalid(path.child('metadata'), goShown(metadata), why)]),
  ];
}

function metadataTypeError(metadata: unknown): string | undefined {
  const misfit = (value: unknown, where: string, type: string) =>
    `json: cannot unmarshal ${jsonTypeOf(value)} into Go ${where} of type ${type}`;
  if (metadata === null) return undefined;
  if (!isMap(metadata)) return misfit(metadata, 'value', 'v1.ObjectMeta');
  for (const name of textFields) {
    const text = metadata[name];
    if (isSet(text) && typeof text !== 'string')
      return misfit(text, `struct field ObjectMeta.${name}`, 'string');
  }
  for (const name of ['labels', 'annotations']) {
    const map = metadata[name];
    if (!isSet(map)) continue;
    if (!isMap(map)) return misfit(map, `struct field ObjectMeta.${name}`, 'map[string]string');
    const odd = Object.values(map).find((text) => isSet(text) && typeof text !== 'string');
    if (odd !== undefined) return misfit(odd, `struct field ObjectMeta.${name}`, 'string');
  }
  return listTypeError(metadata, misfit);
}

function listTypeError(
  metadata: Record<string, unknown>,
  misfit: (value: unknown, where: string, type: string) => string,
): string | undefined {
  const lists = [
    ['ownerReferences', 'v1.OwnerReference', isMap],
    ['finalizers', 'string', (item: unknown) => typeof item === 'string'],
    ['managedFields', 'v1.ManagedFieldsEntry', isMap],
  ] as const;
  for (const [name, type, fits] of lists) {
    const list = metadata[name];
    if (!isSet(list)) continue;
    if (!Array.isArray(list)) return misfit(list, `struct field ObjectMeta.${name}`, `[]${type}`);
    const odd = list.find((item) => isSet(item) && !fits(item));
    if (odd !== undefined) return misfit(odd, `struct field ObjectMeta.${name}`, type);
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
    ...kindErrors(kind ?? '', path.child('kind')),
    ...(metadata === undefined ? [] : metadataErrors(metadata ?? {}, path.child('metadata'))),
  ];
}

function kindErrors(kind: string, path: FieldPath): FieldError[] {
  const faults = kind === '' ? [] : dns1035Label(kind.toLowerCase());
  if (faults.length === 0) return [];
  const text = `may have mixed case, but should otherwise match: ${faults.join(',')}`;
  return [invalid(path, kind, text)];
}

/** An object need not have its name yet. */
const metadataErrors = (metadata: ObjectMeta, path: FieldPath): FieldError[] =>
  validateObjectMeta(
    { ...metadata, name: metadata.name || 'fakename' },
    { namespaced: Boolean(metadata.namespace), validateName: nameIsPathSegment },
    path,
  );
