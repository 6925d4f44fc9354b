import type { StorageV1VolumeAttachment } from '../../../api/schema/types.gen.ts';
import { column, nameColumn, tableOf } from '../../shared/table.ts';

export const table = tableOf<StorageV1VolumeAttachment>([
  nameColumn,
  column('Attacher', 'string', 'The driver that has to attach the volume.', ({ spec }) => spec.attacher, {
    format: 'name',
  }),
  column(
    'PV',
    'string',
    'Name of the volume, when it is a persistent one.',
    ({ spec }) => spec.source.persistentVolumeName ?? '',
  ),
  column('Node', 'string', 'The node that it is attached to.', ({ spec }) => spec.nodeName),
  column('Attached', 'boolean', 'Whether it is attached.', ({ status }) => status.attached),
]);
