import type { StorageV1CSIDriver } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { ageCell, ageColumn, column, nameColumn } from '../../shared/table.ts';

export const table: TableRules<StorageV1CSIDriver> = {
  columns: [
    nameColumn,
    column('AttachRequired', 'boolean', 'Whether volumes have to be attached before they are mounted.'),
    column('PodInfoOnMount', 'boolean', 'Whether the driver is told about the pod when it mounts.'),
    column('StorageCapacity', 'boolean', 'Whether the scheduler heeds the capacities that it reports.'),
    column('TokenRequests', 'string', 'Whom the tokens are meant for that it needs.'),
    column('RequiresRepublish', 'boolean', 'Whether it is asked to mount again and again.'),
    column('Modes', 'string', 'How long volumes of it may live.'),
    ageColumn,
  ],
  cells: ({ metadata, spec }, now) => [
    metadata.name ?? '',
    spec.attachRequired ?? true,
    spec.podInfoOnMount ?? false,
    spec.storageCapacity ?? false,
    spec.tokenRequests?.map(({ audience }) => audience).join(',') ?? '<unset>',
    spec.requiresRepublish ?? false,
    spec.volumeLifecycleModes?.join(',') || '<none>',
    ageCell(metadata, now),
  ],
};
