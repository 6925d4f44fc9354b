import type { AppsV1ControllerRevision, MetaV1ObjectMeta } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { ageCell, ageColumn, column, nameColumn } from '../../shared/table.ts';

export const table: TableRules<AppsV1ControllerRevision> = {
  columns: [
    nameColumn,
    column('Controller', 'string', 'The object whose state it keeps.'),
    column('Revision', 'string', 'Number of the revision; higher is newer.'),
    ageColumn,
  ],
  cells: ({ metadata, revision }, now) => [
    metadata.name ?? '',
    controllerText(metadata),
    revision,
    ageCell(metadata, now),
  ],
};

/** `statefulset.apps/web`; the core group adds nothing. */
function controllerText({ ownerReferences = [] }: MetaV1ObjectMeta): string {
  const owner = ownerReferences.find(({ controller }) => controller === true);
  if (owner === undefined) return '<none>';
  const [group] = owner.apiVersion.includes('/') ? owner.apiVersion.split('/') : [''];
  const kind = group ? `${owner.kind}.${group}` : owner.kind;
  return `${kind.toLowerCase()}/${owner.name}`;
}
