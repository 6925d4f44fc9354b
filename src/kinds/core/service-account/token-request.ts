import { type Dialect, fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { AuthenticationV1TokenRequest, CoreV1ServiceAccount } from '../../../api/schema/types.gen.ts';
import { FieldPath } from '../../../api/validation/field-errors.ts';
import type { ActionRules } from '../../../registry/subresource-rules.ts';
import { validateTokenDuration } from '../../shared/token-duration-validation.ts';

/** The subresource `token`: a TokenRequest that is created at it is answered with a token, and not stored. */
export const tokenRequest = (
  dialect: Dialect,
): ActionRules<CoreV1ServiceAccount, AuthenticationV1TokenRequest> => ({
  type: 'action',
  kind: { group: fillPlaceholders(dialect, 'authentication.{api}'), version: 'v1', kind: 'TokenRequest' },
  validate: ({ spec }) =>
    validateTokenDuration(spec.expirationSeconds ?? 0, FieldPath.of('spec', 'expirationSeconds')),
});
