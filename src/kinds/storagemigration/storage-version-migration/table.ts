import type {
  StoragemigrationV1alpha1StorageVersionMigration,
  StoragemigrationV1beta1StorageVersionMigration,
} from '../../../api/schema/types.gen.ts';
import { column, exactTable, nameColumn } from '../../shared/table.ts';

type First = StoragemigrationV1alpha1StorageVersionMigration;
type Migration = StoragemigrationV1beta1StorageVersionMigration;

const text = 'The resource type whose objects are written anew.';

/** `deployments.apps`. */
const joined = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join('.');

export const table = exactTable<Migration>([
  { ...nameColumn, format: '' },
  column('Resource', 'string', text, ({ spec: { resource } }) => joined(resource.resource, resource.group)),
  column('Status', 'string', 'How far it is.', statusOf),
]);

export const firstTable = exactTable<First>([
  nameColumn,
  column('Resource', 'string', text, ({ spec: { resource } }) =>
    joined(resource.resource, resource.version, resource.group),
  ),
]);

function statusOf({ status: { conditions = [] } }: Migration): string {
  const isTrue = (wanted: string): boolean =>
    conditions.some(({ type, status }) => type === wanted && status === 'True');
  return ['Succeeded', 'Failed', 'Running'].find(isTrue) ?? 'Unknown';
}
