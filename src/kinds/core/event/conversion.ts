import type { CoreV1Event, EventsV1Event } from '../../../api/schema/types.gen.ts';
import type { VersionRules } from '../../../registry/kind-rules.ts';

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
