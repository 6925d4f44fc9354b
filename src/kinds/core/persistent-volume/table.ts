import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CoreV1PersistentVolume } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { accessModesText } from '../../shared/access-modes.ts';
import { quantityText } from '../../shared/resources/quantities.ts';
import { attributesClassColumn, column, tableOf, wideColumn } from '../../shared/table.ts';

export function volumeTable({ label }: Dialect, gates: FeatureGates): TableRules<CoreV1PersistentVolume> {
  return tableOf([
    column('Capacity', 'string', 'How much it holds.', ({ spec }) => quantityText(spec.capacity, 'storage')),
    column('Access Modes', 'string', 'How it can be mounted.', ({ spec }) =>
      accessModesText(spec.accessModes),
    ),
    column(
      'Reclaim Policy',
      'string',
      'What becomes of the data when the claim goes away.',
      ({ spec }) => spec.persistentVolumeReclaimPolicy ?? '',
    ),
    column('Status', 'string', 'Whether it is free, taken or given back.', ({ metadata, status }) =>
      metadata.deletionTimestamp ? 'Terminating' : (status.phase ?? ''),
    ),
    column('Claim', 'string', 'The claim that it belongs to.', ({ spec }) =>
      spec.claimRef === undefined ? '' : `${spec.claimRef.namespace ?? ''}/${spec.claimRef.name ?? ''}`,
    ),
    column(
      'StorageClass',
      'string',
      'The class of storage that it is of.',
      // The annotation is how the class was said before it was a field.
      ({ metadata, spec }) =>
        metadata.annotations?.[`volume.beta.${label}/storage-class`] ?? spec.storageClassName ?? '',
    ),
    ...(gates.isIn('1.29') ? [attributesClassColumn] : []),
    column('Reason', 'string', 'Why it is in this state.', ({ status }) => status.reason ?? ''),
    wideColumn(
      'VolumeMode',
      'string',
      'Whether it is a file system or a block device.',
      ({ spec }) => spec.volumeMode ?? '<unset>',
    ),
  ]);
}
