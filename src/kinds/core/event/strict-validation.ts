import type { CoreV1Event } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import { invalidEach } from '../../shared/field-checks.ts';

/**
 * The stable version of the group of events takes events of the newer form only: fields of the older form are rejected.
 * Messages name fields as in the stored version, as they always did.
 */
export function validateStrictly(event: CoreV1Event): FieldError[] {
  const { metadata, type = '', source } = event;
  const unset = (name: string, value: unknown) =>
    value ? [invalid(FieldPath.of(name), '', 'needs to be unset')] : [];
  return [
    ...(metadata.name
      ? invalidEach(FieldPath.of('metadata', 'name'), metadata.name, nameIsDnsSubdomain(metadata.name, false))
      : []),
    ...validateSeries(event.series),
    ...(event.eventTime ? [] : [required(FieldPath.of('eventTime'))]),
    ...(type === 'Normal' || type === 'Warning'
      ? []
      : [invalid(FieldPath.of('type'), '', `has invalid value: ${type}`)]),
    ...unset('firstTimestamp', event.firstTimestamp),
    ...unset('lastTimestamp', event.lastTimestamp),
    ...unset('count', event.count),
    ...unset('source', source.component || source.host),
  ];
}

/** A series begins with the second time. */
export function validateSeries(series: CoreV1Event['series']): FieldError[] {
  if (series === undefined) return [];
  return [
    ...((series.count ?? 0) < 2 ? [invalid(FieldPath.of('series.count'), '', 'should be at least 2')] : []),
    ...(series.lastObservedTime ? [] : [required(FieldPath.of('series.lastObservedTime'))]),
  ];
}
