import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type { ObjectMeta } from '../../../api/meta/metadata.ts';
import type { CoreV1Event } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import {
  validateObjectMetaUpdate,
  validatePlainFinalizers,
} from '../../../api/validation/metadata-validation.ts';
import { dns1123Subdomain, qualifiedName } from '../../../api/validation/names.ts';
import { validateUnchanged } from './immutability.ts';
import { validateSeries, validateStrictly } from './strict-validation.ts';

const metadataPath = FieldPath.of('metadata');

/** `apiVersion` is the request's. */
export function eventValidation(dialect: Dialect, gates: FeatureGates) {
  const strictVersion = `events.${dialect.api}/v1`;
  const holdsUpdates = gates.isIn('1.24');
  const checksMetadata = gates.isIn('1.33');
  // Messages about the older group have its name of the field, from the same release on.
  const ownName = holdsUpdates ? 'reportingComponent' : 'reportingController';
  const reporter = (apiVersion?: string) =>
    FieldPath.of(apiVersion?.startsWith('events.') ? 'reportingController' : ownName);
  const ownFinalizers = ({ metadata }: CoreV1Event): FieldError[] =>
    validatePlainFinalizers(metadata.finalizers ?? [], [dialect.service], metadataPath.child('finalizers'));
  return {
    validateCreate: (event: CoreV1Event, apiVersion?: string): FieldError[] => [
      ...validateEvent(event, dialect, reporter(apiVersion)),
      ...(apiVersion === strictVersion ? validateStrictly(event, holdsUpdates) : []),
      ...(holdsUpdates && apiVersion === strictVersion ? ownFinalizers(event) : []),
    ],
    /** A client that counts an event up, or labels it, need not be the one that recorded it. */
    validateUpdate: (event: CoreV1Event, old: CoreV1Event, apiVersion?: string): FieldError[] => [
      ...validateEvent(event, dialect, reporter(apiVersion)),
      ...(holdsUpdates && apiVersion === strictVersion
        ? [
            ...(checksMetadata
              ? validateObjectMetaUpdate(
                  event.metadata as ObjectMeta,
                  old.metadata as ObjectMeta,
                  metadataPath,
                )
              : []),
            ...validateUnchanged(event, old),
            ...validateSeries(event.series),
          ]
        : []),
    ],
  };
}

/**
 * Events come from two generations of recorders. The newer ones set eventTime, and say who saw what; of the older
 * ones only the namespaces are checked. The type is anybody's.
 */
function validateEvent(event: CoreV1Event, dialect: Dialect, reporter: FieldPath): FieldError[] {
  const namespace = event.metadata.namespace ?? '';
  return [
    ...(event.eventTime ? validateNewer(event, dialect, reporter) : validateOlderNamespace(event)),
    ...dns1123Subdomain(namespace).map((message) => invalid(FieldPath.of('namespace'), namespace, message)),
  ];
}

const mismatch = (namespace: string): FieldError =>
  invalid(FieldPath.of('involvedObject', 'namespace'), namespace, 'does not match event.namespace');

/** An event lies beside its object; that of an object without namespace lies in `default`. */
function validateOlderNamespace({ metadata, involvedObject }: CoreV1Event): FieldError[] {
  const { namespace = '' } = involvedObject;
  const own = metadata.namespace ?? '';
  const fits = namespace === '' ? own === '' || own === 'default' : own === namespace;
  return fits ? [] : [mismatch(namespace)];
}

/** `path`: of the reporting component. */
function validateNewer(event: CoreV1Event, { prefix }: Dialect, path: FieldPath): FieldError[] {
  const { involvedObject, metadata, reportingComponent } = event;
  const namespace = involvedObject.namespace ?? '';
  const fits = namespace !== '' || ['default', `${prefix}-system`].includes(metadata.namespace ?? '');
  return [
    ...(fits ? [] : [mismatch(namespace)]),
    ...(reportingComponent === '' ? [required(path)] : []),
    ...qualifiedName(reportingComponent).map((message) => invalid(path, reportingComponent, message)),
    ...validateText(event.reportingInstance, 'reportingInstance'),
    ...validateText(event.action, 'action'),
    ...validateText(event.reason, 'reason'),
    ...validateLength(event.message ?? '', 'message', 1024),
  ];
}

function validateText(text = '', field: string): FieldError[] {
  return [...(text === '' ? [required(FieldPath.of(field))] : []), ...validateLength(text, field, 128)];
}

/** The text itself is not shown: it is too long. */
function validateLength(text: string, field: string, limit: number): FieldError[] {
  return Buffer.byteLength(text) > limit
    ? [invalid(FieldPath.of(field), '', `can have at most ${limit} characters`)]
    : [];
}
