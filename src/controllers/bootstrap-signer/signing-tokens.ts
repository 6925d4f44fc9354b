import type { CoreV1Secret } from '../../api/schema/types.gen.ts';
import { expirationOf, textOf } from '../shared/bootstrap-tokens.ts';

export interface SigningToken {
  readonly id: string;
  readonly secret: string;
}

const namePattern = /^bootstrap-token-([a-z0-9]{6})$/;

/** The token in a Secret of the type for them; undefined when it is malformed, expired or not for signing. */
export function signingToken(secret: CoreV1Secret, now: number): SigningToken | undefined {
  const [, id] = namePattern.exec(secret.metadata.name ?? '') ?? [];
  const key = textOf(secret, 'token-secret');
  const isValid =
    id !== undefined &&
    textOf(secret, 'token-id') === id &&
    key !== '' &&
    (expirationOf(secret) ?? Number.POSITIVE_INFINITY) > now &&
    textOf(secret, 'usage-bootstrap-signing') === 'true';
  return isValid ? { id, secret: key } : undefined;
}
