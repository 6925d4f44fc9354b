import type { CoreV1Event } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { agoText, column, isTime, nameColumn, wideColumn } from '../../shared/table.ts';

/** The columns begin with type and reason: names of events mean nothing. */
export const table: TableRules<CoreV1Event> = {
  columns: [
    column('Last Seen', 'string', 'How long ago it happened for the last time.'),
    column('Type', 'string', 'Whether it is as it should be, or a warning.'),
    column('Reason', 'string', 'Why it happened, in one word.'),
    column('Object', 'string', 'What it happened to.'),
    wideColumn('Subobject', 'string', 'The part of the object that it happened to.'),
    wideColumn('Source', 'string', 'Who saw it, and where.'),
    column('Message', 'string', 'What happened.'),
    wideColumn('First Seen', 'string', 'How long ago it happened for the first time.'),
    wideColumn('Count', 'string', 'How often it happened.'),
    { ...nameColumn, priority: 1 },
  ],
  cells: (event, now) => {
    const { firstTimestamp, eventTime, lastTimestamp, series } = event;
    const first = isTime(firstTimestamp) ? firstTimestamp : eventTime;
    const last = isTime(lastTimestamp) ? lastTimestamp : first;
    return [
      agoText(series === undefined ? last : series.lastObservedTime, now),
      event.type ?? '',
      event.reason ?? '',
      objectText(event),
      event.involvedObject.fieldPath ?? '',
      sourceText(event),
      (event.message ?? '').trim(),
      agoText(first, now),
      countOf(event),
      event.metadata.name ?? '',
    ];
  },
};

/** `pod/web`. */
function objectText({ involvedObject: { kind = '', name } }: CoreV1Event): string {
  return name ? `${kind.toLowerCase()}/${name}` : kind.toLowerCase();
}

function sourceText({ source, reportingComponent, reportingInstance }: CoreV1Event): string {
  const component = source.component || reportingComponent;
  const host = source.host || reportingInstance;
  return host === '' ? component : `${component}, ${host}`;
}

/** A series counts what came after its first event; recorders that know no counts write each event once. */
function countOf({ series, count }: CoreV1Event): number {
  return series === undefined ? count || 1 : (series.count ?? 0) + 1;
}
