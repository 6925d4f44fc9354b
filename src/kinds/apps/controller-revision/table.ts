import type { AppsV1ControllerRevision, MetaV1ObjectMeta } from '../../../api/schema/types.gen.ts';
import { column, tableOf } from '../../shared/table.ts';

export const table = tableOf<AppsV1ControllerRevision>([
  column('Controller', 'string', 'The object whose state it keeps.', ({ metadata }) =>
    controllerText(metadata),
  ),
  column('Revision', 'string', 'Number of the revision; higher is newer.', ({ revision }) => revision),
]);

/** `statefulset.apps/web`; the core group adds nothing. */
function controllerText({ ownerReferences = [] }: MetaV1ObjectMeta): string {
  const owner = ownerReferences.find(({ controller }) => controller === true);
  if (owner === undefined) return '<none>';
  const [group] = owner.apiVersion.includes('/') ? owner.apiVersion.split('/') : [''];
  const kind = group ? `${owner.kind}.${group}` : owner.kind;
  return `${kind.toLowerCase()}/${owner.name}`;
}
