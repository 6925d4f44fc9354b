import type { AnyKindRules, KindDependencies } from '../../registry/kind-rules.ts';
import { tokenReview } from './token-review/index.ts';

/** Reviews are answered and never stored: of their rules, only `validateCreate` and `versions` are used. */
export function authenticationKinds(dependencies: KindDependencies): AnyKindRules[] {
  return [tokenReview(dependencies)];
}
