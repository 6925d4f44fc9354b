import type { KindDependencies, KindRules } from '../../registry/kind-rules.ts';
import { tokenReview } from './token-review/index.ts';

export { applyTokenRequestDefaults, validateTokenRequest } from './token-request/index.ts';

/** Questions: they are answered, never kept. Of their rules validateCreate and versions count. */
export function authenticationKinds(dependencies: KindDependencies): KindRules<any>[] {
  return [tokenReview(dependencies)];
}
