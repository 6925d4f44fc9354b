import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CoreV1PersistentVolumeClaim } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { accessModesText } from '../../shared/access-modes.ts';
import { quantityText } from '../../shared/resources/quantities.ts';
import { ageCell, ageColumn, column, nameColumn, wideColumn } from '../../shared/table.ts';

export function claimTable({ label }: Dialect): TableRules<CoreV1PersistentVolumeClaim> {
  return {
    columns: [
      nameColumn,
      column('Status', 'string', 'Whether it has its volume.'),
      column('Volume', 'string', 'The volume that it is bound to.'),
      column('Capacity', 'string', 'How much the volume holds.'),
      column('Access Modes', 'string', 'How the volume can be mounted.'),
      column('StorageClass', 'string', 'The class of storage that it asks for.'),
      ageColumn,
      wideColumn('VolumeMode', 'string', 'Whether it asks for a file system or a block device.'),
    ],
    cells: ({ metadata, spec, status }, now) => [
      metadata.name ?? '',
      metadata.deletionTimestamp ? 'Terminating' : (status.phase ?? ''),
      spec.volumeName ?? '',
      // The status describes the volume: without one it has no meaning.
      spec.volumeName ? quantityText(status.capacity, 'storage') : '',
      spec.volumeName ? accessModesText(status.accessModes) : '',
      metadata.annotations?.[`volume.beta.${label}/storage-class`] ?? spec.storageClassName ?? '',
      ageCell(metadata, now),
      spec.volumeMode ?? '<unset>',
    ],
  };
}
