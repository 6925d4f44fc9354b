import type { CoreV1PodTemplateSpec, MetaV1ObjectMeta } from '../../api/schema/types.gen.ts';
import { timeMs, zeroMicroTime, zeroTime } from '../../api/values/time.ts';
import type { TableCell, TableColumn, TableRules } from '../../registry/kind-rules.ts';
import { humanDuration } from '../../util/duration.ts';

/** A column and its cell in the row of an object. `now` in milliseconds. */
export interface Column<T> extends TableColumn {
  cell(object: T, now: number): TableCell;
}

interface Named {
  metadata: MetaV1ObjectMeta;
}

/** The Table of a kind: Name, `columns`, Age. A Name or Age that stands among `columns` stays in its place. */
export function tableOf<T extends Named>(columns: readonly Column<T>[]): TableRules<T> {
  const hasName = columns.some(({ format }) => format === 'name');
  const withName = hasName ? columns : [nameColumn, ...columns];
  if (withName.some(({ isAge }) => isAge)) return exactTable(withName);
  // Wide columns stand behind all others, and the age is none of them.
  const wide = withName.findIndex(({ priority }) => priority > 0);
  return exactTable(withName.toSpliced(wide === -1 ? withName.length : wide, 0, ageColumn));
}

/** A Table of these columns alone. */
export const exactTable = <T>(columns: readonly Column<T>[]): TableRules<T> => ({
  columns,
  cells: (object, now) => columns.map(({ cell }) => cell(object, now)),
});

export const column = <T>(
  name: string,
  type: TableColumn['type'],
  description: string,
  cell: Column<T>['cell'],
  options: Partial<Pick<TableColumn, 'format' | 'priority' | 'isAge'>> = {},
): Column<T> => ({ name, type, description, cell, format: '', priority: 0, ...options });

/** A column of the wide output (`-o wide`). */
export const wideColumn = <T>(
  name: string,
  type: TableColumn['type'],
  description: string,
  cell: Column<T>['cell'],
): Column<T> => column(name, type, description, cell, { priority: 1 });

export const nameColumn: Column<Named> = column(
  'Name',
  'string',
  'Name of the object, unique within its namespace.',
  ({ metadata }) => metadata.name ?? '',
  { format: 'name' },
);

/** `5d`, or `<unknown>` for an object without a creation time. */
export const ageColumn: Column<Named> = column(
  'Age',
  'string',
  'How long ago the object was made.',
  ({ metadata }, now) => agoText(metadata.creationTimestamp, now),
  { isAge: true },
);

/** `web,log` and `nginx:1,fluentd:2`; empty without a template. */
export const containerColumns = <T>(
  templateOf: (object: T) => CoreV1PodTemplateSpec | undefined,
): readonly Column<T>[] => [
  wideColumn('Containers', 'string', 'Names of the containers in the template.', (object) =>
    containersOf(templateOf(object), ({ name }) => name),
  ),
  wideColumn('Images', 'string', 'Images that the containers of the template run.', (object) =>
    containersOf(templateOf(object), ({ image }) => image ?? ''),
  ),
];

type Container = NonNullable<CoreV1PodTemplateSpec['spec']['containers']>[number];

const containersOf = (template: CoreV1PodTemplateSpec | undefined, text: (one: Container) => string) =>
  (template?.spec.containers ?? []).map(text).join(',');

/** The attributes class of volumes and claims. */
export const attributesClassColumn: Column<Named & { spec: { volumeAttributesClassName?: string } }> = column(
  'VolumeAttributesClass',
  'string',
  'The class of attributes that it has, or is to get.',
  ({ spec }) => spec.volumeAttributesClassName ?? '<unset>',
);

export const selectorColumn = <T>(selectorText: (object: T) => string): Column<T> =>
  wideColumn('Selector', 'string', 'Labels by which pods are found.', selectorText);

/** The time since `time`: `5d`, or `<unknown>` without a time. `now` in milliseconds. */
export const agoText = (time: string | null | undefined, now: number): string =>
  isTime(time) ? humanDuration(now - timeMs(time)) : '<unknown>';

/** Whether a time is set: some clients write the zero time instead of leaving it out. */
export const isTime = (time: string | null | undefined): time is string =>
  !!time && time !== zeroTime && time !== zeroMicroTime;

/** `a=1,b=2`, sorted. */
export function labelsText(labels: Readonly<Record<string, string>> = {}): string {
  const texts = Object.entries(labels).map(([key, value]) => `${key}=${value}`);
  return texts.sort().join(',') || '<none>';
}
