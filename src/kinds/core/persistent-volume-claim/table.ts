import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CoreV1PersistentVolumeClaim } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { accessModesText } from '../../shared/access-modes.ts';
import { quantityText } from '../../shared/resources/quantities.ts';
import { attributesClassColumn, column, tableOf, wideColumn } from '../../shared/table.ts';

export function claimTable({ label }: Dialect, gates: FeatureGates): TableRules<CoreV1PersistentVolumeClaim> {
  return tableOf([
    column('Status', 'string', 'Whether it has its volume.', ({ metadata, status }) =>
      metadata.deletionTimestamp ? 'Terminating' : (status.phase ?? ''),
    ),
    column('Volume', 'string', 'The volume that it is bound to.', ({ spec }) => spec.volumeName ?? ''),
    column(
      'Capacity',
      'string',
      'How much the volume holds.', // The status describes the volume: without one it has no meaning.
      ({ spec, status }) => (spec.volumeName ? quantityText(status.capacity, 'storage') : ''),
    ),
    column('Access Modes', 'string', 'How the volume can be mounted.', ({ spec, status }) =>
      spec.volumeName ? accessModesText(status.accessModes) : '',
    ),
    column(
      'StorageClass',
      'string',
      'The class of storage that it asks for.',
      ({ metadata, spec }) =>
        metadata.annotations?.[`volume.beta.${label}/storage-class`] ?? spec.storageClassName ?? '',
    ),
    ...(gates.isIn('1.29') ? [attributesClassColumn] : []),
    wideColumn(
      'VolumeMode',
      'string',
      'Whether it asks for a file system or a block device.',
      ({ spec }) => spec.volumeMode ?? '<unset>',
    ),
  ]);
}
