import type { MetaV1ObjectMeta } from '../../../api/schema/types.gen.ts';
import { column, tableOf, wideColumn } from '../table.ts';
import type { Binding } from './bindings.ts';

/** The Table of RoleBindings and ClusterRoleBindings. */
export const bindingTable = tableOf<Binding & { metadata: MetaV1ObjectMeta }>([
  column(
    'Role',
    'string',
    'The role whose rights are given.',
    ({ roleRef }) => `${roleRef.kind}/${roleRef.name}`,
  ),
  wideColumn('Users', 'string', 'Users who get them.', (binding) => namesOf(binding, 'User').join(', ')),
  wideColumn('Groups', 'string', 'Groups who get them.', (binding) => namesOf(binding, 'Group').join(', ')),
  wideColumn('ServiceAccounts', 'string', 'Service accounts that get them.', ({ subjects = [] }) =>
    subjects
      .filter(({ kind }) => kind === 'ServiceAccount')
      .map(({ name, namespace = '' }) => `${namespace}/${name}`)
      .join(', '),
  ),
]);

const namesOf = ({ subjects = [] }: Binding, wanted: string): string[] =>
  subjects.filter(({ kind }) => kind === wanted).map(({ name }) => name);
