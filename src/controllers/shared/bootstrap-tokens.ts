import type { Dialect } from '../../api/meta/dialect.ts';
import type { CoreV1Secret } from '../../api/schema/types.gen.ts';
import { timeMs } from '../../api/values/time.ts';

/** Namespace and type of Secrets with bootstrap tokens. */
export const bootstrapTokenPlace = ({ prefix, label }: Dialect) => ({
  namespace: `${prefix}-system`,
  type: `bootstrap.${label}/token`,
});

/** A value of a Secret as text; "" when it is absent. */
export const textOf = ({ data }: CoreV1Secret, key: string): string =>
  Buffer.from(data?.[key] ?? '', 'base64').toString();

/** Milliseconds since 1970; a time that cannot be read has passed. Undefined when the token does not expire. */
export function expirationOf(secret: CoreV1Secret): number | undefined {
  const text = textOf(secret, 'expiration');
  if (text === '') return undefined;
  try {
    return timeMs(text);
  } catch {
    return Number.NEGATIVE_INFINITY;
  }
}
