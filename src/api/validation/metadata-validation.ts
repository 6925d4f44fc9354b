import { truncatedJson } from '../../util/truncate.ts';
import { GoText, goList } from '../go-format/go-syntax.ts';
import { foregroundFinalizer, orphanFinalizer } from '../meta/finalizers.ts';
import type { ObjectMeta } from '../meta/metadata.ts';
import { goTime, timeMs, zeroTime } from '../values/time.ts';
import { type FieldError, type FieldPath, forbidden, invalid, required, tooLong } from './field-errors.ts';
import { validateLabels } from './label-validation.ts';
import { validateManagedFields } from './managed-fields-validation.ts';
import { type NameRule, nameIsDns1035Label, nameIsDnsLabel, qualifiedName } from './names.ts';
import { validateOwnerReferences } from './owner-reference-validation.ts';
import { validateEach } from './validate-each.ts';

/**
 * Finalizers that need no domain, besides the two of garbage collection: `dialect.service` for built-in kinds, `any`
 * for custom resources.
 */
export type PlainFinalizers = readonly string[] | 'any';

export interface ObjectMetaRules {
  namespaced: boolean;
  validateName: NameRule;
  /** None by default. */
  plainFinalizers?: PlainFinalizers;
}

/** Keys and values of all annotations together. */
const maxAnnotationBytes = 256 * 1024;

const atLeastZero = 'must be greater than or equal to 0';
const immutable = 'field is immutable';

/** Errors are in the order of the API. A name must have been generated already. */
export function validateObjectMeta(meta: ObjectMeta, rules: ObjectMetaRules, path: FieldPath): FieldError[] {
  const named = (field: 'name' | 'generateName' | 'namespace' | 'clusterName', rule: NameRule) =>
    rule(meta[field] ?? '', field === 'generateName').map((message) =>
      invalid(path.child(field), meta[field], message),
    );
  return [
    ...(meta.generateName ? named('generateName', rules.validateName) : []),
    ...(meta.name
      ? named('name', rules.validateName)
      : [required(path.child('name'), 'name or generateName is required')]),
    ...(meta.namespace && rules.namespaced ? named('namespace', nameIsDnsLabel) : []),
    ...(!meta.namespace && rules.namespaced ? [required(path.child('namespace'))] : []),
    ...(meta.namespace && !rules.namespaced
      ? [forbidden(path.child('namespace'), 'not allowed on this type')]
      : []),
    ...(meta.clusterName ? named('clusterName', nameIsDns1035Label) : []),
    ...((meta.generation ?? 0) < 0 ? [invalid(path.child('generation'), meta.generation, atLeastZero)] : []),
    ...validateLabels(meta.labels, path.child('labels')),
    ...validateAnnotations(meta.annotations, path.child('annotations')),
    ...validateOwnerReferences(meta.ownerReferences ?? [], path.child('ownerReferences')),
    ...validateFinalizers(meta.finalizers ?? [], path.child('finalizers')),
    ...validateManagedFields(meta.managedFields ?? [], path.child('managedFields')),
    ...validatePlainFinalizers(meta.finalizers ?? [], rules.plainFinalizers ?? [], path.child('finalizers')),
  ];
}

/**
 * Checks neither names, which cannot change, nor the syntax of finalizers: the registry also calls validateObjectMeta
 * with nameIsPathSegment on every update.
 */
export function validateObjectMetaUpdate(
  newMeta: ObjectMeta,
  oldMeta: ObjectMeta,
  path: FieldPath,
  plainFinalizers: PlainFinalizers = [],
): FieldError[] {
  return [
    ...(oldMeta.deletionTimestamp ? validateNoNewFinalizers(newMeta, oldMeta, path.child('finalizers')) : []),
    ...(newMeta.resourceVersion
      ? []
      : [invalid(path.child('resourceVersion'), '', 'must be specified for an update')]),
    ...((newMeta.generation ?? 0) < (oldMeta.generation ?? 0)
      ? [invalid(path.child('generation'), newMeta.generation ?? 0, 'must not be decremented')]
      : []),
    ...validateImmutableMeta(newMeta, oldMeta, path),
    ...validateLabels(newMeta.labels, path.child('labels')),
    ...validateAnnotations(newMeta.annotations, path.child('annotations')),
    ...validateOwnerReferences(newMeta.ownerReferences ?? [], path.child('ownerReferences')),
    ...validateManagedFields(newMeta.managedFields ?? [], path.child('managedFields')),
    ...validatePlainFinalizers(newMeta.finalizers ?? [], plainFinalizers, path.child('finalizers')),
  ];
}

/** Keys are like those of labels, but may be in upper case everywhere. */
export function validateAnnotations(
  annotations: Readonly<Record<string, string>> | undefined,
  path: FieldPath,
): FieldError[] {
  if (annotations === undefined) return [];
  const keys = Object.keys(annotations);
  const size = keys.reduce(
    (sum, key) => sum + Buffer.byteLength(key) + Buffer.byteLength(annotations[key]!),
    0,
  );
  return [
    ...validateEach(keys, (key) =>
      qualifiedName(key.toLowerCase()).map((message) => invalid(path, key, message)),
    ),
    ...(size > maxAnnotationBytes ? [tooLong(path, maxAnnotationBytes)] : []),
  ];
}

/** Compares the texts of a value as messages show it. */
function validateImmutable(newText: string, oldText: string, path: FieldPath, json: string): FieldError[] {
  if (newText === oldText) return [];
  return [invalid(path, new GoText(newText, json), immutable)];
}

function validateImmutableMeta(newMeta: ObjectMeta, oldMeta: ObjectMeta, path: FieldPath): FieldError[] {
  const text = (field: 'name' | 'namespace' | 'uid' | 'clusterName') =>
    (newMeta[field] ?? '') === (oldMeta[field] ?? '')
      ? []
      : [invalid(path.child(field), newMeta[field] ?? '', immutable)];
  const shown = (field: keyof ObjectMeta, show: (meta: ObjectMeta) => string) =>
    newMeta[field] === oldMeta[field]
      ? []
      : validateImmutable(
          show(newMeta),
          show(oldMeta),
          path.child(field),
          truncatedJson(newMeta[field] ?? null),
        );
  return [
    ...text('name'),
    ...text('namespace'),
    ...text('uid'),
    ...shown('creationTimestamp', (meta) => goTime(timeMs(meta.creationTimestamp ?? zeroTime))),
    ...shown('deletionTimestamp', (meta) =>
      meta.deletionTimestamp ? goTime(timeMs(meta.deletionTimestamp)) : '"null"',
    ),
    ...shown('deletionGracePeriodSeconds', (meta) => String(meta.deletionGracePeriodSeconds ?? '"null"')),
    ...text('clusterName'),
  ];
}

function validateFinalizers(finalizers: readonly string[], path: FieldPath): FieldError[] {
  const both = finalizers.includes(orphanFinalizer) && finalizers.includes(foregroundFinalizer);
  return [
    ...validateEach(finalizers, (name) => qualifiedName(name).map((message) => invalid(path, name, message))),
    ...(both
      ? [
          invalid(
            path,
            goList('string', finalizers),
            `finalizer ${orphanFinalizer} and ${foregroundFinalizer} cannot be both set`,
          ),
        ]
      : []),
  ];
}

/** Finalizers that name no domain and are none of these. */
export function validatePlainFinalizers(
  finalizers: readonly string[],
  plain: PlainFinalizers,
  path: FieldPath,
): FieldError[] {
  if (plain === 'any') return [];
  return validateEach(finalizers, (name, index) =>
    name.includes('/') || name === orphanFinalizer || name === foregroundFinalizer || plain.includes(name)
      ? []
      : [
          invalid(
            path.index(index),
            name,
            'name is neither a standard finalizer name nor is it fully qualified',
          ),
        ],
  );
}

/** An object that is being deleted may only lose finalizers. */
function validateNoNewFinalizers(newMeta: ObjectMeta, oldMeta: ObjectMeta, path: FieldPath): FieldError[] {
  const kept = new Set(oldMeta.finalizers);
  const added = [...new Set(newMeta.finalizers)].filter((name) => !kept.has(name));
  if (added.length === 0) return [];
  const names = goList('string', added.sort()).text;
  return [
    forbidden(
      path,
      `no new finalizers can be added if the object is being deleted, found new finalizers ${names}`,
    ),
  ];
}
