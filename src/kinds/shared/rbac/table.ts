import type { MetaV1ObjectMeta } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { ageCell, ageColumn, column, nameColumn, wideColumn } from '../table.ts';
import type { Binding } from './bindings.ts';

/** The Table of RoleBindings and ClusterRoleBindings. */
export const bindingTable: TableRules<Binding & { metadata: MetaV1ObjectMeta }> = {
  columns: [
    nameColumn,
    column('Role', 'string', 'The role whose rights are given.'),
    ageColumn,
    wideColumn('Users', 'string', 'Users who get them.'),
    wideColumn('Groups', 'string', 'Groups who get them.'),
    wideColumn('ServiceAccounts', 'string', 'Service accounts that get them.'),
  ],
  cells: ({ metadata, subjects = [], roleRef }, now) => {
    const named = (kind: string) => subjects.filter((subject) => subject.kind === kind);
    return [
      metadata.name ?? '',
      `${roleRef.kind}/${roleRef.name}`,
      ageCell(metadata, now),
      named('User')
        .map(({ name }) => name)
        .join(', '),
      named('Group')
        .map(({ name }) => name)
        .join(', '),
      named('ServiceAccount')
        .map(({ name, namespace = '' }) => `${namespace}/${name}`)
        .join(', '),
    ];
  },
};
