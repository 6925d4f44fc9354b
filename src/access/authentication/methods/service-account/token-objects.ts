import { hash } from 'node:crypto';
import { tokenSecretNames } from '../../../../api/meta/account-token.ts';
import type { Dialect } from '../../../../api/meta/dialect.ts';
import type { Lister, Objects } from '../../../../api/meta/lister.ts';
import type { ApiObject } from '../../../../api/meta/metadata.ts';
import { timeMs } from '../../../../api/values/time.ts';
import type { ObjectName } from '../../tokens/claims.ts';
import type { TokenRules } from './token-rules.ts';
import type { TokenObjectKind } from './token-texts.ts';
import type { VerifiedToken } from './verified-token.ts';

export interface TokenSecret extends ApiObject {
  /** Base64. */
  data?: Record<string, string>;
}

interface Account extends ApiObject {
  secrets?: { name?: string }[];
}

/** Until when the objects of a token are as they have to be, in milliseconds since 1970; or what is wrong. */
export type TokenBinding = { until: number } | TokenProblem;

/** `isMarked`: the Secret of the token is marked as invalid. */
export interface TokenProblem {
  readonly problem: string;
  readonly isMarked?: boolean;
}

export interface TokenObjectsOptions {
  readonly objects: Objects;
  /** Without it tokens from Secrets are taken at their word. */
  readonly lookup: boolean;
  readonly rules: TokenRules;
  readonly dialect: Dialect;
}

/** Milliseconds: what is bound to an object may go on for so long after the time of its deletion. */
const grace = 60_000;

/** Whether the objects that a token depends on are there, are the same, and are to stay. */
export class TokenObjects {
  readonly #accounts: Lister<Account>;
  readonly #pods: Lister;
  readonly #nodes: Lister;
  readonly #secrets: Lister<TokenSecret>;
  readonly #lookup: boolean;
  readonly #rules: TokenRules;
  /** Label of a Secret whose token is not accepted any more. */
  readonly #invalidSince: string;

  constructor({ objects, lookup, rules, dialect }: TokenObjectsOptions) {
    this.#accounts = objects.lister({ group: '', resource: 'serviceaccounts' });
    this.#pods = objects.lister({ group: '', resource: 'pods' });
    this.#nodes = objects.lister({ group: '', resource: 'nodes' });
    this.#secrets = objects.lister({ group: '', resource: 'secrets' });
    this.#lookup = lookup;
    this.#rules = rules;
    this.#invalidSince = tokenSecretNames(dialect).invalidSince;
  }

  /** Reads from the watch caches. */
  standing(token: VerifiedToken, now: number): TokenBinding {
    const { claims } = token;
    const standing =
      claims.holder === undefined
        ? this.#ofBound(token)
        : this.#lookup
          ? this.#ofHolder(token, claims.holder)
          : { until: Number.POSITIVE_INFINITY };
    return 'until' in standing && standing.until < now ? this.#invalidated : standing;
  }

  get #invalidated(): TokenProblem {
    return { problem: this.#rules.texts.invalidated };
  }

  /** The Secret that a token stands in; undefined when it is not looked up. */
  secretOf({ claims: { namespace, holder } }: VerifiedToken): TokenSecret | undefined {
    return holder === undefined || !this.#lookup ? undefined : this.#secrets.get(namespace, holder);
  }

  /** Whether the account of a token names the Secret that the token stands in: then it was made without being asked for. */
  isNamedByAccount({ claims: { namespace, account, holder } }: VerifiedToken): boolean {
    const found = this.#accounts.get(namespace, account.name);
    return found?.secrets?.some(({ name }) => name === holder) ?? false;
  }

  /** Waits until the caches have seen everything that is there. */
  catchUp(): Promise<void> {
    return this.#accounts.waitUntilFresh();
  }

  /** Calls the listener with the key (of `keysOf`) of each object that changes, before a read shows the change. */
  observe(changed: (key: string) => void): Disposable {
    const stack = new DisposableStack();
    for (const [kind, lister] of [
      ['account', this.#accounts],
      ['pod', this.#pods],
      ['node', this.#nodes],
      ['secret', this.#secrets],
    ] as const) {
      stack.use(lister.observe(({ namespace, name }) => changed(`${kind} ${namespace}/${name}`)));
    }
    return stack;
  }

  /** The objects that a token depends on. */
  keysOf({ claims }: VerifiedToken): string[] {
    const { namespace, account, pod, secret, node, holder } = claims;
    const keys = [`account ${namespace}/${account.name}`];
    if (pod !== undefined) keys.push(`pod ${namespace}/${pod.name}`);
    if (node !== undefined) keys.push(`node /${node.name}`);
    if (secret !== undefined) keys.push(`secret ${namespace}/${secret.name}`);
    if (holder !== undefined) keys.push(`secret ${namespace}/${holder}`);
    return keys;
  }

  #ofBound({ claims: { namespace, account, pod, secret, node } }: VerifiedToken): TokenBinding {
    const { texts, acceptsNodes } = this.#rules;
    if (pod === undefined && node !== undefined && !acceptsNodes) return { problem: texts.boundToNode };
    const parts: [TokenObjectKind, string, ObjectName | undefined, Lister][] = [
      ['ServiceAccount', namespace, account, this.#accounts],
      ['Secret', namespace, secret, this.#secrets],
      ['Pod', namespace, pod, this.#pods],
      ['Node', '', pod === undefined ? node : undefined, this.#nodes],
    ];
    let until = Number.POSITIVE_INFINITY;
    for (const [kind, place, wanted, lister] of parts) {
      if (wanted === undefined) continue;
      const found = lister.get(place, wanted.name);
      if (found === undefined)
        return kind === 'ServiceAccount'
          ? { problem: texts.accountMissing(account.name) }
          : this.#invalidated;
      if (found.metadata.uid !== wanted.uid)
        return { problem: texts.otherUid(kind, found.metadata.uid!, wanted.uid) };
      until = Math.min(until, endOf(found));
    }
    return { until };
  }

  #ofHolder({ claims: { namespace, account }, digest }: VerifiedToken, holder: string): TokenBinding {
    const { texts, tracksSecrets } = this.#rules;
    const secret = this.#secrets.get(namespace, holder);
    if (secret === undefined || secret.metadata.deletionTimestamp) return this.#invalidated;
    const held = Buffer.from(secret.data?.['token'] ?? '', 'base64').toString();
    if (hash('sha256', held, 'base64') !== digest) return { problem: texts.heldOtherwise };
    const found = this.#accounts.get(namespace, account.name);
    if (found === undefined) return { problem: texts.accountMissing(account.name) };
    if (found.metadata.deletionTimestamp) return { problem: texts.accountDeleted(namespace, account.name) };
    if (found.metadata.uid !== account.uid)
      return { problem: texts.otherAccount(found.metadata.uid!, account.uid) };
    if (tracksSecrets && secret.metadata.labels?.[this.#invalidSince])
      return { problem: this.#markedInvalid(namespace, holder, account.name), isMarked: true };
    return { until: Number.POSITIVE_INFINITY };
  }

  #markedInvalid(namespace: string, secret: string, account: string): string {
    return (
      `the token in secret ${namespace}/${secret} for service account ${namespace}/${account} has been marked invalid. ` +
      'Use tokens from the TokenRequest API or manually created secret-based tokens, or remove the ' +
      `'${this.#invalidSince}' label from the secret to temporarily allow use of this token`
    );
  }
}

/** The time of deletion of a pod may lie ahead, when it is granted some time to end. */
function endOf({ metadata: { deletionTimestamp } }: ApiObject): number {
  return deletionTimestamp ? timeMs(deletionTimestamp) + grace : Number.POSITIVE_INFINITY;
}
