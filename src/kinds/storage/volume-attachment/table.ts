import type { StorageV1VolumeAttachment } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { ageCell, ageColumn, column, nameColumn } from '../../shared/table.ts';

export const table: TableRules<StorageV1VolumeAttachment> = {
  columns: [
    nameColumn,
    column('Attacher', 'string', 'The driver that has to attach the volume.'),
    column('PV', 'string', 'Name of the volume, when it is a persistent one.'),
    column('Node', 'string', 'The node that it is attached to.'),
    column('Attached', 'boolean', 'Whether it is attached.'),
    ageColumn,
  ],
  cells: ({ metadata, spec, status }, now) => [
    metadata.name ?? '',
    spec.attacher,
    spec.source.persistentVolumeName ?? '',
    spec.nodeName,
    status.attached,
    ageCell(metadata, now),
  ],
};
