import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import { isReleasedBy } from '../../../api/meta/release.ts';
import type {
  StoragemigrationV1alpha1StorageVersionMigration,
  StoragemigrationV1beta1StorageVersionMigration,
} from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { AnyKindRules, KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { statusStrategy } from '../../shared/status-strategy.ts';
import { firstValidation } from './first-validation.ts';
import { firstTable, table } from './table.ts';
import { migrationValidation } from './validation.ts';

type First = StoragemigrationV1alpha1StorageVersionMigration;
type Migration = StoragemigrationV1beta1StorageVersionMigration;

/** The emulated release in which it became what it is: before, it named a version and had conditions of its own. */
const presentSince = '1.35';

/** Asks that all objects of a resource type are written anew, in the version in which they are stored now. */
export function storageVersionMigration({ dialect, gates }: KindDependencies): AnyKindRules {
  const common = {
    group: fillPlaceholders(dialect, 'storagemigration.{api}'),
    kind: 'StorageVersionMigration',
    validateName: nameIsDnsSubdomain,
    requiresResourceVersion: true,
    prepareForCreate(migration: First | Migration): void {
      migration.status = {};
    },
    prepareForUpdate(migration: First | Migration, old: First | Migration): void {
      migration.status = old.status;
    },
  };
  const { validateStatus: validateFirstStatus, ...ofFirst } = firstValidation(gates);
  const first: KindRules<First> = {
    ...common,
    ...ofFirst,
    status: { ...statusStrategy, validateUpdate: validateFirstStatus },
    table: firstTable,
  };
  const { validateStatus, ...ofPresent } = migrationValidation();
  const present: KindRules<Migration> = {
    ...common,
    ...ofPresent,
    status: { ...statusStrategy, validateUpdate: validateStatus },
    table,
  };
  return isReleasedBy(presentSince, gates.release) ? present : first;
}
