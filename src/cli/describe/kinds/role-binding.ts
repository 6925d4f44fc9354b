import type { RbacV1ClusterRoleBinding, RbacV1RoleBinding } from '../../../api/schema/types.gen.ts';
import type { Describer } from '../describer.ts';

/** Describes RoleBindings and ClusterRoleBindings. */
export const roleBinding: Describer<RbacV1RoleBinding | RbacV1ClusterRoleBinding> = {
  hidesEvents: true,
  describe(to, { metadata, roleRef, subjects = [] }) {
    to.field(0, 'Name', metadata.name);
    to.labels(0, 'Labels', metadata.labels);
    to.annotations(metadata.annotations);
    to.line(0, 'Role:');
    to.field(1, 'Kind', roleRef.kind);
    to.field(1, 'Name', roleRef.name);
    to.line(0, 'Subjects:');
    const rows = subjects.map(({ kind, name, namespace }) => [kind, name, namespace]);
    to.table(1, ['Kind', 'Name', 'Namespace'], rows);
  },
};
