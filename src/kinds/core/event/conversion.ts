import { type FieldError, FieldPath, invalid, required } from '../../../api/machinery/field-errors.ts';
import { nameIsDnsSubdomain } from '../../../api/machinery/names.ts';
import type { CoreV1Event, EventsV1Event } from '../../../api/schema/types.gen.ts';
import type { VersionRules } from '../../../registry/kind-rules.ts';
import { invalidEach } from '../../shared/field-checks.ts';

/** The same events with better names, in a group of their own; nothing is lost. */
export const namedVersion: VersionRules = {
  toStored(event: EventsV1Event) {
    const { regarding, note, reportingController, ...more } = event;
    const {
      deprecatedSource,
      deprecatedFirstTimestamp,
      deprecatedLastTimestamp,
      deprecatedCount,
      ...others
    } = more;
    return {
      ...others,
      involvedObject: regarding,
      message: note,
      source: deprecatedSource,
      firstTimestamp: deprecatedFirstTimestamp,
      lastTimestamp: deprecatedLastTimestamp,
      count: deprecatedCount,
      reportingComponent: reportingController,
    };
  },
  fromStored(event: CoreV1Event) {
    const {
      involvedObject,
      message,
      source,
      firstTimestamp,
      lastTimestamp,
      count,
      reportingComponent,
      ...others
    } = event;
    return {
      ...others,
      regarding: involvedObject,
      note: message,
      deprecatedSource: source,
      deprecatedFirstTimestamp: firstTimestamp,
      deprecatedLastTimestamp: lastTimestamp,
      deprecatedCount: count,
      reportingController: reportingComponent,
    };
  },
};

/** In its stable version recorders of the newer generation are alone: what only older ones say is not taken. */
export const strictVersion: VersionRules = { ...namedVersion, validate: validateNewer };

/** Faults are reported by the names that fields have in the store, as they always were. */
function validateNewer(event: EventsV1Event): FieldError[] {
  const { metadata, type = '', deprecatedSource } = event;
  const unset = (name: string, value: unknown) =>
    value ? [invalid(FieldPath.of(name), '', 'needs to be unset')] : [];
  return [
    ...invalidEach(FieldPath.of('metadata', 'name'), metadata.name, nameFaults(metadata)),
    ...validateSeries(event.series),
    ...(event.eventTime ? [] : [required(FieldPath.of('eventTime'))]),
    ...(type === 'Normal' || type === 'Warning'
      ? []
      : [invalid(FieldPath.of('type'), '', `has invalid value: ${type}`)]),
    ...unset('firstTimestamp', event.deprecatedFirstTimestamp),
    ...unset('lastTimestamp', event.deprecatedLastTimestamp),
    ...unset('count', event.deprecatedCount),
    ...unset('source', deprecatedSource.component || deprecatedSource.host),
  ];
}

/** A name that is generated is looked at when it is there. */
const nameFaults = ({ name }: EventsV1Event['metadata']): string[] =>
  name ? nameIsDnsSubdomain(name, false) : [];

/** A series begins with the second time. */
function validateSeries(series: EventsV1Event['series']): FieldError[] {
  if (series === undefined) return [];
  return [
    ...((series.count ?? 0) < 2 ? [invalid(FieldPath.of('series.count'), '', 'should be at least 2')] : []),
    ...(series.lastObservedTime ? [] : [required(FieldPath.of('series.lastObservedTime'))]),
  ];
}
