import type { AuthenticationV1TokenRequest } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath } from '../../../api/validation/field-errors.ts';
import { validateTokenDuration } from '../../shared/token-duration-validation.ts';

const defaultSeconds = 3600;

/** TokenRequest has no resource of its own: it is created at the subresource `token` of a service account. */
export function applyTokenRequestDefaults({ spec }: AuthenticationV1TokenRequest): void {
  spec.expirationSeconds ??= defaultSeconds;
}

export function validateTokenRequest({ spec }: AuthenticationV1TokenRequest): FieldError[] {
  return validateTokenDuration(spec.expirationSeconds ?? 0, FieldPath.of('spec', 'expirationSeconds'));
}
