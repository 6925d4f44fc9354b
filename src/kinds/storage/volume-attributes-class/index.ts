import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { StorageV1VolumeAttributesClass } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { column, tableOf } from '../../shared/table.ts';
import { validateVolumeAttributesClass, validateVolumeAttributesClassUpdate } from './validation.ts';

/** Properties of volumes that claims can select, and change later. */
export function volumeAttributesClass({
  dialect,
}: KindDependencies): KindRules<StorageV1VolumeAttributesClass> {
  return {
    group: fillPlaceholders(dialect, 'storage.{api}'),
    kind: 'VolumeAttributesClass',
    validateName: nameIsDnsSubdomain,
    validateCreate: validateVolumeAttributesClass,
    validateUpdate: validateVolumeAttributesClassUpdate,
    deletion: { answersWithObject: true },
    table: tableOf([
      column(
        'DriverName',
        'string',
        'The driver whose volumes can have them.',
        ({ driverName }) => driverName,
      ),
    ]),
  };
}
