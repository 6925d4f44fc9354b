import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CoreV1Event } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { dns1123Subdomain, qualifiedName } from '../../../api/validation/names.ts';
import { validateStrictly } from './strict-validation.ts';

/** `apiVersion` is the request's. */
export function eventValidation(dialect: Dialect) {
  const strictVersion = `events.${dialect.api}/v1`;
  return {
    validateCreate: (event: CoreV1Event, apiVersion?: string): FieldError[] => [
      ...validateEvent(event, dialect),
      ...(apiVersion === strictVersion ? validateStrictly(event) : []),
    ],
    /** A client that counts an event up, or labels it, need not be the one that recorded it. */
    validateUpdate: (event: CoreV1Event): FieldError[] => validateEvent(event, dialect),
  };
}

/**
 * Events come from two generations of recorders. The newer ones set eventTime, and say who saw what; of the older
 * ones only the namespaces are checked. The type is anybody's.
 */
function validateEvent(event: CoreV1Event, dialect: Dialect): FieldError[] {
  const namespace = event.metadata.namespace ?? '';
  return [
    ...(event.eventTime ? validateNewer(event, dialect) : validateOlderNamespace(event)),
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

/** Messages name the reporting component's field as the group of events does, in whichever group the event is written. */
function validateNewer(event: CoreV1Event, { prefix }: Dialect): FieldError[] {
  const { involvedObject, metadata, reportingComponent } = event;
  const namespace = involvedObject.namespace ?? '';
  const fits = namespace !== '' || ['default', `${prefix}-system`].includes(metadata.namespace ?? '');
  const path = FieldPath.of('reportingController');
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
