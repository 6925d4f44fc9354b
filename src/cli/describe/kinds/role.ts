import type { RbacV1ClusterRole, RbacV1Role } from '../../../api/schema/types.gen.ts';
import { ruleRows, ruleTitles } from '../../shared/rules/rule-rows.ts';
import type { Describer } from '../describer.ts';

/** Describes Roles and ClusterRoles. */
export const role: Describer<RbacV1Role | RbacV1ClusterRole> = {
  hidesEvents: true,
  describe(to, { metadata, rules }) {
    to.field(0, 'Name', metadata.name);
    to.labels(0, 'Labels', metadata.labels);
    to.annotations(metadata.annotations);
    to.line(0, 'PolicyRule:');
    to.table(1, ruleTitles, ruleRows(rules ?? []));
  },
};
