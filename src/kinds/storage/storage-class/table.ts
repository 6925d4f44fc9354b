import { type Dialect, fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { MetaV1ObjectMeta, StorageV1StorageClass } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { ageCell, ageColumn, column, nameColumn } from '../../shared/table.ts';

export function storageClassTable(dialect: Dialect): TableRules<StorageV1StorageClass> {
  const templates = ['storageclass.{label}/is-default-class', 'storageclass.beta.{label}/is-default-class'];
  const defaultAnnotations = templates.map((template) => fillPlaceholders(dialect, template));
  const isDefault = ({ annotations = {} }: MetaV1ObjectMeta) =>
    defaultAnnotations.some((annotation) => annotations[annotation] === 'true');
  return {
    columns: [
      nameColumn,
      column('Provisioner', 'string', 'Who makes the volumes.'),
      column('ReclaimPolicy', 'string', 'What becomes of a volume when its claim is gone.'),
      column('VolumeBindingMode', 'string', 'When a claim gets its volume.'),
      column('AllowVolumeExpansion', 'string', 'Whether volumes can be made larger.'),
      ageColumn,
    ],
    cells: ({ metadata, ...storage }, now) => [
      `${metadata.name ?? ''}${isDefault(metadata) ? ' (default)' : ''}`,
      storage.provisioner,
      storage.reclaimPolicy ?? 'Delete',
      storage.volumeBindingMode ?? 'Immediate',
      storage.allowVolumeExpansion ?? false,
      ageCell(metadata, now),
    ],
  };
}
