import { atOnce, type Interruptible, Stops } from '../../util/slices.ts';
import { jsonTypeOf } from '../codec/type-text.ts';
import { isMap, type JsonMap } from '../json/json-values.ts';
import type { ObjectMeta } from '../meta/metadata.ts';
import {
  additionalOf,
  type ExtensionNames,
  isSet,
  itemsOf,
  type JsonSchema,
  propertyOf,
} from '../schema/json-schema.ts';
import { type FieldError, type FieldPath, invalid, required } from '../validation/field-errors.ts';
import { validateKind } from '../validation/kind-names.ts';
import { validateObjectMeta } from '../validation/metadata-validation.ts';
import { nameIsPathSegment } from '../validation/names.ts';
import { goShown } from './go-value.ts';
import { mapMembers } from './prune.ts';
import { plainStyle, type ValueStyle } from './value-style.ts';

type Check = (object: Record<string, unknown>, path: FieldPath) => FieldError[];

interface EmbeddedContext {
  path: FieldPath;
  names: ExtensionNames;
  /** That of the oldest releases if not given. */
  style?: ValueStyle;
}

/** Validates type and metadata of the objects embedded in a value. The first wrong JSON type is reported alone. */
export const validateEmbeddedObjects = (
  value: unknown,
  schema: JsonSchema,
  context: EmbeddedContext,
): FieldError[] => atOnce(validateLargeEmbedded(value, schema, context));

/** The same for a value that can be large. */
export function* validateLargeEmbedded(
  value: unknown,
  schema: JsonSchema,
  { path, names, style = plainStyle }: EmbeddedContext,
): Interruptible<FieldError[]> {
  for (const [check, max] of [
    [typeErrors, 1],
    [style.isPrecise ? objectErrors : plainObjectErrors, maxErrors],
  ] as const) {
    const search = { names, check, max, errors: [], stops: new Stops() };
    yield* addEmbedded(value, schema, path, search);
    if (search.errors.length > 0) return search.errors;
  }
  return [];
}

/** Clients see a thousand errors at most. */
const maxErrors = 1_000;

/** Steps to look at one embedded object. */
const stepsOfObject = 50;

interface Search {
  readonly names: ExtensionNames;
  readonly check: Check;
  readonly max: number;
  readonly errors: FieldError[];
  readonly stops: Stops;
}

function* addEmbedded(
  value: unknown,
  schema: JsonSchema,
  path: FieldPath,
  search: Search,
): Interruptible<void> {
  const { names, check, errors, max, stops } = search;
  if (typeof value !== 'object' || value === null) return;
  if (stops.due()) yield;
  if (Array.isArray(value)) {
    const items = itemsOf(schema);
    if (items === undefined) return;
    for (let index = 0; index < value.length && errors.length < max; index++)
      yield* addEmbedded(value[index], items, path.index(index), search);
    return;
  }
  if (schema[names.embeddedResource]) {
    for (const error of check(value as JsonMap, path)) if (errors.length < max) errors.push(error);
    if (stops.due(stepsOfObject)) yield;
  }
  const additional = additionalOf(schema);
  for (const name in value) {
    if (errors.length >= max) return;
    const item = (value as JsonMap)[name];
    if (typeof item !== 'object' || item === null) continue;
    const property = propertyOf(schema, name);
    const member = property ?? additional;
    if (member === undefined) continue;
    yield* addEmbedded(item, member, property === undefined ? path.key(name) : path.child(name), search);
  }
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
  const emptyFields = ['apiVersion', 'kind'].filter((name) => object[name] === '');
  const isEmpty = (error: FieldError): boolean =>
    emptyFields.some((name) => error.field === path.child(name).toString());
  return [
    ...plainObjectErrors(object, path).filter((error) => !isEmpty(error)),
    ...emptyFields.map((name) => invalid(path.child(name), '', 'must not be empty')),
  ];
}

/** An empty type is the same as a missing one. */
function plainObjectErrors(object: Record<string, unknown>, path: FieldPath): FieldError[] {
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
const metadataErrors = (given: ObjectMeta, path: FieldPath): FieldError[] => {
  const metadata = withoutNulls(given);
  return validateObjectMeta(
    { ...metadata, name: metadata.name || 'fakename' },
    { namespaced: Boolean(metadata.namespace), validateName: nameIsPathSegment, plainFinalizers: 'any' },
    path,
  );
};

/** A null means that nothing is there; as the text of a label or an item of a list it means an empty one. */
function withoutNulls(metadata: ObjectMeta): ObjectMeta {
  const present = Object.entries(metadata).filter(([, value]) => value !== null);
  return Object.fromEntries(
    present.map(([name, value]) => [
      name,
      isMap(value) ? mapMembers(value, (one) => one ?? '') : withEmptyItems(name, value),
    ]),
  ) as ObjectMeta;
}

const emptyOwner = { apiVersion: '', kind: '', name: '', uid: '' };
const emptyItems: Record<string, unknown> = { finalizers: '', ownerReferences: emptyOwner };

const withEmptyItems = (name: string, value: unknown): unknown =>
  Array.isArray(value) ? value.map((item) => item ?? emptyItems[name] ?? {}) : value;
