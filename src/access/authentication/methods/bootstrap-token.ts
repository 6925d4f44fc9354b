import { timingSafeEqual } from 'node:crypto';
import { type Dialect, fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { Lister, Objects } from '../../../api/meta/lister.ts';
import type { ApiObject } from '../../../api/meta/metadata.ts';
import { authenticatedGroup, type User } from '../../../api/meta/user.ts';
import { timeMs } from '../../../api/values/time.ts';
import type { Clock } from '../../../util/clock.ts';
import type { TokenAuthenticator } from '../authenticator.ts';
import type { AuthenticationMethod } from '../method.ts';

interface Secret extends ApiObject {
  type?: string;
  /** Base64. */
  data?: Record<string, string>;
}

const bootstrappers = 'system:bootstrappers';
const extraGroup = /^system:bootstrappers:[a-z0-9:-]{0,255}[a-z0-9]$/;

/**
 * Tokens with which a new node joins the cluster: `<id>.<secret>`, each kept in a Secret that is named after its id.
 *
 *     07401b.f395accd246ae52d      bootstrap-token-07401b
 */
export class BootstrapTokenAuthenticator implements TokenAuthenticator {
  readonly #secrets: Lister<Secret>;
  readonly #namespace: string;
  readonly #type: string;
  readonly #clock: Clock;

  constructor(objects: Objects, dialect: Dialect, clock: Clock) {
    this.#secrets = objects.lister({ group: '', resource: 'secrets' });
    this.#namespace = `${dialect.prefix}-system`;
    this.#type = fillPlaceholders(dialect, 'bootstrap.{label}/token');
    this.#clock = clock;
  }

  authenticateToken(token: string): User | undefined {
    const [, id, secret] = /^([a-z0-9]{6})\.([a-z0-9]{16})$/.exec(token) ?? [];
    if (id === undefined) return undefined;
    const kept = this.#secrets.get(this.#namespace, `bootstrap-token-${id}`);
    if (kept === undefined || kept.metadata.deletionTimestamp || kept.type !== this.#type) return undefined;
    const field = (name: string): string => Buffer.from(kept.data?.[name] ?? '', 'base64').toString();
    if (!isSame(field('token-secret'), secret!) || field('token-id') !== id) return undefined;
    if (field('usage-bootstrap-authentication') !== 'true') return undefined;
    if (this.#hasExpired(field('expiration'))) return undefined;
    const groups = groupsOf(field('auth-extra-groups'));
    return (
      groups && {
        name: `system:bootstrap:${id}`,
        uid: '',
        groups: [...groups, authenticatedGroup],
        extra: {},
      }
    );
  }

  /** A time that cannot be read has passed. */
  #hasExpired(expiration: string): boolean {
    if (expiration === '') return false;
    try {
      return timeMs(expiration) < this.#clock.now();
    } catch {
      return true;
    }
  }
}

function isSame(kept: string, shown: string): boolean {
  const [a, b] = [Buffer.from(kept), Buffer.from(shown)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Undefined when one of them is none that such a token may be in. */
function groupsOf(extra: string): string[] | undefined {
  const named = extra === '' ? [] : extra.split(',');
  if (!named.every((group) => extraGroup.test(group))) return undefined;
  return [...new Set([bootstrappers, ...named])].sort();
}

export const bootstrapToken: AuthenticationMethod<TokenAuthenticator> = {
  name: 'bootstrap-token',
  flags: [
    {
      name: 'enable-bootstrap-token-auth',
      type: 'boolean',
      value: 'true|false',
      default: 'false',
      description:
        'accept tokens that stand in Secrets of the system namespace, with which nodes join the cluster',
    },
  ],
  create: async (flags, { clock, dialect, objects }) =>
    flags.boolean('enable-bootstrap-token-auth')
      ? new BootstrapTokenAuthenticator(objects, dialect, clock)
      : undefined,
};
