import type { CoreV1PodTemplateSpec, MetaV1ObjectMeta } from '../../api/schema/types.gen.ts';
import { timeMs, zeroMicroTime, zeroTime } from '../../api/values/time.ts';
import type { TableCell, TableColumn } from '../../registry/kind-rules.ts';
import { humanDuration } from '../../util/duration.ts';

type ColumnType = TableColumn['type'];

export const column = (name: string, type: ColumnType, description: string): TableColumn => ({
  name,
  type,
  format: '',
  description,
  priority: 0,
});

/** A column of the wide output (`-o wide`). */
export const wideColumn = (name: string, type: ColumnType, description: string): TableColumn => ({
  ...column(name, type, description),
  priority: 1,
});

export const nameColumn: TableColumn = {
  ...column('Name', 'string', 'Name of the object, unique within its namespace.'),
  format: 'name',
};

export const ageColumn: TableColumn = {
  ...column('Age', 'string', 'How long ago the object was made.'),
  isAge: true,
};

export const containerColumns: readonly TableColumn[] = [
  wideColumn('Containers', 'string', 'Names of the containers in the template.'),
  wideColumn('Images', 'string', 'Images that the containers of the template run.'),
];

export const selectorColumn: TableColumn = wideColumn(
  'Selector',
  'string',
  'Labels by which pods are found.',
);

/** `5d`, or `<unknown>` for an object without a creation time. `now` in milliseconds. */
export const ageCell = ({ creationTimestamp }: MetaV1ObjectMeta, now: number): TableCell =>
  agoText(creationTimestamp, now);

/** The time since `time`: `5d`, or `<unknown>` without a time. `now` in milliseconds. */
export const agoText = (time: string | null | undefined, now: number): string =>
  isTime(time) ? humanDuration(now - timeMs(time)) : '<unknown>';

/** Whether a time is set: some clients write the zero time instead of leaving it out. */
export const isTime = (time: string | null | undefined): time is string =>
  !!time && time !== zeroTime && time !== zeroMicroTime;

/** The cells of `containerColumns`: `web,log` and `nginx:1,fluentd:2`. */
export function containerCells({ spec: { containers } }: CoreV1PodTemplateSpec): TableCell[] {
  const list = containers ?? [];
  return [list.map(({ name }) => name).join(','), list.map(({ image }) => image ?? '').join(',')];
}

/** `a=1,b=2`, sorted. */
export function labelsText(labels: Readonly<Record<string, string>> = {}): string {
  const texts = Object.entries(labels).map(([key, value]) => `${key}=${value}`);
  return texts.sort().join(',') || '<none>';
}
