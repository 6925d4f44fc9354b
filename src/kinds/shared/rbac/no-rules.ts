import type { RbacV1PolicyRule } from '../../../api/schema/types.gen.ts';

/** Drops the empty list of a role without rules, which later releases do not store. Its manager owns it all the same. */
export function unlistNoRules(role: { rules: RbacV1PolicyRule[] | null }): void {
  if (role.rules?.length === 0) role.rules = null;
}
