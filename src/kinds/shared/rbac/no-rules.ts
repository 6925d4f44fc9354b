import type { RbacV1PolicyRule } from '../../../api/schema/types.gen.ts';

/** Of a role without rules later releases keep no list, whether the client sent an empty one or none. */
export function unlistNoRules(role: { rules: RbacV1PolicyRule[] | null }): void {
  if (role.rules?.length === 0) role.rules = null;
}
