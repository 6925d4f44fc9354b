import { type Dialect, fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { MetaV1ObjectMeta, StorageV1StorageClass } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { column, nameColumn, tableOf } from '../../shared/table.ts';

export function storageClassTable(dialect: Dialect): TableRules<StorageV1StorageClass> {
  const templates = ['storageclass.{label}/is-default-class', 'storageclass.beta.{label}/is-default-class'];
  const defaultAnnotations = templates.map((template) => fillPlaceholders(dialect, template));
  const markOf = ({ annotations = {} }: MetaV1ObjectMeta) =>
    defaultAnnotations.some((annotation) => annotations[annotation] === 'true') ? ' (default)' : '';
  return tableOf([
    { ...nameColumn, cell: ({ metadata }) => `${metadata.name ?? ''}${markOf(metadata)}` },
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
