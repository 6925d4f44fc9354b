import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { CoreV1Event } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { agoText, column, exactTable, isTime, nameColumn, wideColumn } from '../../shared/table.ts';

/** The columns begin with type and reason: names of events mean nothing. */
export const eventTable = (gates: FeatureGates): TableRules<CoreV1Event> =>
  exactTable<CoreV1Event>([
    column('Last Seen', 'string', 'How long ago it happened for the last time.', (event, now) =>
      agoText(lastTimeOf(event), now),
    ),
    column('Type', 'string', 'Whether it is as it should be, or a warning.', ({ type }) => type ?? ''),
    column('Reason', 'string', 'Why it happened, in one word.', ({ reason }) => reason ?? ''),
    column('Object', 'string', 'What it happened to.', objectText),
    wideColumn(
      'Subobject',
      'string',
      'The part of the object that it happened to.',
      ({ involvedObject }) => involvedObject.fieldPath ?? '',
    ),
    wideColumn('Source', 'string', 'Who saw it, and where.', sourceText),
    column('Message', 'string', 'What happened.', ({ message }) => (message ?? '').trim()),
    wideColumn('First Seen', 'string', 'How long ago it happened for the first time.', (event, now) =>
      agoText(firstTimeOf(event), now),
    ),
    wideColumn('Count', 'string', 'How often it happened.', gates.isIn('1.24') ? countOf : laxCountOf),
    { ...nameColumn, priority: 1 },
  ]);

const firstTimeOf = ({ firstTimestamp, eventTime }: CoreV1Event) =>
  isTime(firstTimestamp) ? firstTimestamp : eventTime;

function lastTimeOf(event: CoreV1Event): string | null | undefined {
  if (event.series !== undefined) return event.series.lastObservedTime;
  return isTime(event.lastTimestamp) ? event.lastTimestamp : firstTimeOf(event);
}

/** `pod/web`. */
function objectText({ involvedObject: { kind = '', name } }: CoreV1Event): string {
  return name ? `${kind.toLowerCase()}/${name}` : kind.toLowerCase();
}

function sourceText({ source, reportingComponent, reportingInstance }: CoreV1Event): string {
  const component = source.component || reportingComponent;
  const host = source.host || reportingInstance;
  return host === '' ? component : `${component}, ${host}`;
}

/** Recorders that know no counts write each event once. */
const countOf = ({ series, count }: CoreV1Event): number =>
  series === undefined ? count || 1 : (series.count ?? 0);

/** The same where a series counts what came after its first event. */
const laxCountOf = (event: CoreV1Event): number => countOf(event) + (event.series === undefined ? 0 : 1);
