import type { ObjectMeta } from '../../../api/meta/metadata.ts';
import type { CoreV1Event } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { validateObjectMeta } from '../../../api/validation/metadata-validation.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import { invalidEach } from '../../shared/field-checks.ts';

/**
 * The stable version of the group of events takes events of the newer form only: fields of the older form are rejected.
 * Messages name fields as in the stored version, as they always did. `checksMetadata`: nobody else looks at the metadata of
 * an event with which something is wrong.
 */
export function validateStrictly(event: CoreV1Event, checksMetadata: boolean): FieldError[] {
  const { type = '', source } = event;
  const unset = (name: string, value: unknown) =>
    value ? [invalid(FieldPath.of(name), '', 'needs to be unset')] : [];
  return [
    ...(checksMetadata ? validateMetadata(event) : validateName(event)),
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

const metadataPath = FieldPath.of('metadata');

/** The finalizers apart, which are checked as those of other kinds. */
const validateMetadata = ({ metadata }: CoreV1Event): FieldError[] =>
  validateObjectMeta(
    metadata as ObjectMeta,
    { namespaced: true, validateName: nameIsDnsSubdomain, plainFinalizers: 'any' },
    metadataPath,
  );

const validateName = ({ metadata: { name } }: CoreV1Event): FieldError[] =>
  name ? invalidEach(metadataPath.child('name'), name, nameIsDnsSubdomain(name, false)) : [];

/** A series begins with the second time. */
export function validateSeries(series: CoreV1Event['series']): FieldError[] {
  if (series === undefined) return [];
  return [
    ...((series.count ?? 0) < 2 ? [invalid(FieldPath.of('series.count'), '', 'should be at least 2')] : []),
    ...(series.lastObservedTime ? [] : [required(FieldPath.of('series.lastObservedTime'))]),
  ];
}
