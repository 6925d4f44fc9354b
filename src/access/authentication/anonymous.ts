import type { Flag, FlagValues } from '../../util/flags.ts';
import type { AnonymousConfiguration } from './configuration/authentication-configuration.ts';

export const anonymousFlag: Flag = {
  name: 'anonymous-auth',
  type: 'boolean',
  value: 'bool',
  description:
    'take requests without credentials as those of an anonymous user, about whom the authorization modes decide; where AlwaysAllow is one of them, only health and version are open to such requests',
  default: 'true',
};

/**
 * Treatment of a request without credentials:
 * - `anonymous`: it is that of an anonymous user, and authorization decides about it like about any other.
 * - `health`: the same as far as health and version are asked for; else credentials are missing.
 * - `refused`: credentials are missing.
 * - a set of paths: it is anonymous there, and refused elsewhere.
 */
export type AnonymousAccess = 'anonymous' | 'health' | 'refused' | ReadonlySet<string>;

/** `allowsAll`: AlwaysAllow is among the authorization modes, which must not hold for anonymous users. */
export function anonymousAccess(
  flags: FlagValues,
  allowsAll: boolean,
  configured?: AnonymousConfiguration,
): AnonymousAccess {
  if (!(configured?.enabled ?? flags.boolean(anonymousFlag.name))) return 'refused';
  if (allowsAll) return 'health';
  return configured === undefined || configured.paths.length === 0 ? 'anonymous' : new Set(configured.paths);
}
