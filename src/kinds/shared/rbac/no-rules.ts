import type { RbacV1PolicyRule } from '../../../api/schema/types.gen.ts';

/** Drops the empty list of a role without rules: later releases keep none, whether the client sent it or not. */
export function unlistNoRules(role: { rules: RbacV1PolicyRule[] | null }): void {
  if (role.rules?.length === 0) role.rules = null;
}
