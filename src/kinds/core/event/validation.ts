import type { Dialect } from '../../../api/machinery/dialect.ts';
import { type FieldError, FieldPath, invalid, required } from '../../../api/machinery/field-errors.ts';
import { dns1123Subdomain, qualifiedName } from '../../../api/machinery/names.ts';
import type { CoreV1Event } from '../../../api/schema/types.gen.ts';

/**
 * Events of this version come from two generations of recorders. The newer ones set eventTime, and say who saw
 * what; of the older ones only the namespaces are checked. The type is anybody's.
 * Who writes through the group of events is told of the field by the name that it has there.
 */
export const eventValidation =
  (dialect: Dialect) =>
  (event: CoreV1Event, apiVersion = 'v1'): FieldError[] => {
    const namespace = event.metadata.namespace ?? '';
    const reporting = apiVersion === 'v1' ? 'reportingComponent' : 'reportingController';
    return [
      ...(event.eventTime ? validateNewer(event, reporting, dialect) : validateOlderNamespace(event)),
      ...dns1123Subdomain(namespace).map((message) => invalid(FieldPath.of('namespace'), namespace, message)),
    ];
  };

const mismatch = (namespace: string): FieldError =>
  invalid(FieldPath.of('involvedObject', 'namespace'), namespace, 'does not match event.namespace');

/** An event lies beside its object; that of an object without namespace lies in `default`. */
function validateOlderNamespace({ metadata, involvedObject }: CoreV1Event): FieldError[] {
  const { namespace = '' } = involvedObject;
  const own = metadata.namespace ?? '';
  const fits = namespace === '' ? own === '' || own === 'default' : own === namespace;
  return fits ? [] : [mismatch(namespace)];
}

function validateNewer(event: CoreV1Event, reporting: string, { prefix }: Dialect): FieldError[] {
  const { involvedObject, metadata, reportingComponent } = event;
  const namespace = involvedObject.namespace ?? '';
  const fits = namespace !== '' || ['default', `${prefix}-system`].includes(metadata.namespace ?? '');
  const path = FieldPath.of(reporting);
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
