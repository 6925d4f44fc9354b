import type { Dialect } from '../../../api/meta/dialect.ts';
import type { StorageV1StorageClass } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { markedNameColumn } from '../../shared/default-mark.ts';
import { column, tableOf } from '../../shared/table.ts';

export function storageClassTable(dialect: Dialect): TableRules<StorageV1StorageClass> {
  return tableOf([
    markedNameColumn(dialect, [
      'storageclass.{label}/is-default-class',
      'storageclass.beta.{label}/is-default-class',
    ]),
    column('Provisioner', 'string', 'Who makes the volumes.', (storage) => storage.provisioner),
    column(
      'ReclaimPolicy',
      'string',
      'What becomes of a volume when its claim is gone.',
      (storage) => storage.reclaimPolicy ?? 'Delete',
    ),
    column(
      'VolumeBindingMode',
      'string',
      'When a claim gets its volume.',
      (storage) => storage.volumeBindingMode ?? 'Immediate',
    ),
    column(
      'AllowVolumeExpansion',
      'string',
      'Whether volumes can be made larger.',
      (storage) => storage.allowVolumeExpansion ?? false,
    ),
  ]);
}
