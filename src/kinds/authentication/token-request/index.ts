import type { AuthenticationV1TokenRequest } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath } from '../../../api/validation/field-errors.ts';
import { validateTokenDuration } from '../../shared/token-duration-validation.ts';

const oneHour = 3600;

/** A token of a service account is asked for at a sub-resource of the account: this kind has none of its own. */
export function applyTokenRequestDefaults({ spec }: AuthenticationV1TokenRequest): void {
  spec.expirationSeconds ??= oneHour;
}

export function validateTokenRequest({ spec }: AuthenticationV1TokenRequest): FieldError[] {
  return validateTokenDuration(spec.expirationSeconds ?? 0, FieldPath.of('spec', 'expirationSeconds'));
}
