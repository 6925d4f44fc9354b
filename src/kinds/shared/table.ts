import type { CoreV1PodTemplateSpec, MetaV1ObjectMeta } from '../../api/schema/types.gen.ts';
import { timeMs, zeroMicroTime, zeroTime } from '../../api/values/time.ts';
import type { TableCell, TableColumn } from '../../registry/kind-rules.ts';
import { humanDuration } from '../../util/duration.ts';

type ColumnType = TableColumn['type'];

/** A column that is always shown. */
export const column = (name: string, type: ColumnType, description: string): TableColumn => ({
  name,
  type,
  format: '',
  description,
  priority: 0,
});

/** A column of the wide output. */
export const wideColumn = (name: string, type: ColumnType, description: string): TableColumn => ({
  ...column(name, type, description),
  priority: 1,
});

/** The column that names the object. */
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

/** `5d`, `<unknown>` for an object without a time. `now` in milliseconds. */
export const ageCell = ({ creationTimestamp }: MetaV1ObjectMeta, now: number): TableCell =>
  agoText(creationTimestamp, now);

/** How long ago something was: `5d`, `<unknown>` without a time. */
export const agoText = (time: string | null | undefined, now: number): string =>
  isTime(time) ? humanDuration(now - timeMs(time)) : '<unknown>';

/** Whether it says a time: some clients write the zero time where there is none. */
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
