import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import { badRequest } from '../../../api/meta/status.ts';
import type { AuthenticationV1TokenReview } from '../../../api/schema/types.gen.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';

/** Authenticates a token and returns its user. */
export function tokenReview({ dialect }: KindDependencies): KindRules<AuthenticationV1TokenReview> {
  return {
    group: fillPlaceholders(dialect, 'authentication.{api}'),
    kind: 'TokenReview',
    validateCreate({ metadata, spec }) {
      if (metadata.namespace)
        throw badRequest(`namespace is not allowed on this type: ${metadata.namespace}`);
      if (!spec.token) throw badRequest('token is required for TokenReview in authentication');
      return [];
    },
  };
}
