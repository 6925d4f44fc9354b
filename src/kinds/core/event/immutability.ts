import { goStruct } from '../../../api/go-format/go-syntax.ts';
import { equalValues } from '../../../api/json/json-values.ts';
import type { CoreV1Event, CoreV1ObjectReference } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import { unchanged } from '../../shared/unchanged.ts';

const of = (field: string): FieldPath => FieldPath.of(field);

/**
 * Errors of an update through the stable version of the group of events: but for the note and the series all stays as
 * it was. Messages name fields as in the stored version; the reason counts twice.
 */
export function validateUnchanged(event: CoreV1Event, old: CoreV1Event): FieldError[] {
  const text = (field: 'reason' | 'action' | 'type', name: string = field) =>
    unchanged(event[field] ?? '', old[field] ?? '', of(name));
  return [
    ...reference(event.involvedObject, old.involvedObject, 'involvedObject'),
    ...text('reason'),
    ...unchanged(event.source, old.source, of('source')),
    ...unchanged(event.firstTimestamp, old.firstTimestamp, of('firstTimestamp')),
    ...unchanged(event.lastTimestamp, old.lastTimestamp, of('lastTimestamp')),
    ...unchanged(event.count ?? 0, old.count ?? 0, of('count')),
    ...text('reason'),
    ...text('type'),
    ...unchanged(event.eventTime ?? null, old.eventTime ?? null, of('eventTime')),
    ...text('action'),
    ...reference(event.related, old.related, 'related'),
    ...unchanged(event.reportingComponent, old.reportingComponent, of('reportingController')),
    ...unchanged(event.reportingInstance ?? '', old.reportingInstance ?? '', of('reportingInstance')),
  ];
}

type Reference = CoreV1ObjectReference | undefined;

function reference(value: Reference, old: Reference, field: string): FieldError[] {
  if (equalValues(value, old)) return [];
  return [invalid(of(field), value && goReference(value), 'field is immutable')];
}

const goReference = (value: CoreV1ObjectReference) =>
  goStruct('core.ObjectReference', {
    Kind: value.kind ?? '',
    Namespace: value.namespace ?? '',
    Name: value.name ?? '',
    UID: value.uid ?? '',
    APIVersion: value.apiVersion ?? '',
    ResourceVersion: value.resourceVersion ?? '',
    FieldPath: value.fieldPath ?? '',
  });
