import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { StorageV1CSIDriver } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { type Column, column, tableOf } from '../../shared/table.ts';

/** Columns stand with the fields that they show: not where the gates of those are off. */
export const tableIn = (gates: FeatureGates): TableRules<StorageV1CSIDriver> =>
  tableOf([
    ...always,
    ...(gates.isOn('CSIStorageCapacity') ? [capacityColumn] : []),
    ...(gates.isOn('CSIServiceAccountToken') ? tokenColumns : []),
    modesColumn,
  ]);

const always: readonly Column<StorageV1CSIDriver>[] = [
  column(
    'AttachRequired',
    'boolean',
    'Whether volumes have to be attached before they are mounted.',
    ({ spec }) => spec.attachRequired ?? true,
  ),
  column(
    'PodInfoOnMount',
    'boolean',
    'Whether the driver is told about the pod when it mounts.',
    ({ spec }) => spec.podInfoOnMount ?? false,
  ),
];

const capacityColumn: Column<StorageV1CSIDriver> = column(
  'StorageCapacity',
  'boolean',
  'Whether the scheduler heeds the capacities that it reports.',
  ({ spec }) => spec.storageCapacity ?? false,
);

const tokenColumns: readonly Column<StorageV1CSIDriver>[] = [
  column(
    'TokenRequests',
    'string',
    'Whom the tokens are meant for that it needs.',
    ({ spec }) => spec.tokenRequests?.map(({ audience }) => audience).join(',') ?? '<unset>',
  ),
  column(
    'RequiresRepublish',
    'boolean',
    'Whether it is asked to mount again and again.',
    ({ spec }) => spec.requiresRepublish ?? false,
  ),
];

const modesColumn: Column<StorageV1CSIDriver> = column(
  'Modes',
  'string',
  'How long volumes of it may live.',
  ({ spec }) => spec.volumeLifecycleModes?.join(',') || '<none>',
);
