import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CoreV1PersistentVolume } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { accessModesText } from '../../shared/access-modes.ts';
import { quantityText } from '../../shared/resources/quantities.ts';
import { ageCell, ageColumn, column, nameColumn, wideColumn } from '../../shared/table.ts';

export function volumeTable({ label }: Dialect): TableRules<CoreV1PersistentVolume> {
  return {
    columns: [
      nameColumn,
      column('Capacity', 'string', 'How much it holds.'),
      column('Access Modes', 'string', 'How it can be mounted.'),
      column('Reclaim Policy', 'string', 'What becomes of the data when the claim goes away.'),
      column('Status', 'string', 'Whether it is free, taken or given back.'),
      column('Claim', 'string', 'The claim that it belongs to.'),
      column('StorageClass', 'string', 'The class of storage that it is of.'),
      column('Reason', 'string', 'Why it is in this state.'),
      ageColumn,
      wideColumn('VolumeMode', 'string', 'Whether it is a file system or a block device.'),
    ],
    cells: ({ metadata, spec, status }, now) => [
      metadata.name ?? '',
      quantityText(spec.capacity, 'storage'),
      accessModesText(spec.accessModes),
      spec.persistentVolumeReclaimPolicy ?? '',
      metadata.deletionTimestamp ? 'Terminating' : (status.phase ?? ''),
      spec.claimRef === undefined ? '' : `${spec.claimRef.namespace ?? ''}/${spec.claimRef.name ?? ''}`,
      // The annotation is how the class was said before it was a field.
      metadata.annotations?.[`volume.beta.${label}/storage-class`] ?? spec.storageClassName ?? '',
      status.reason ?? '',
      ageCell(metadata, now),
      spec.volumeMode ?? '<unset>',
    ],
  };
}
