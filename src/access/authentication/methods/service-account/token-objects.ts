import { hash } from 'node:crypto';
import type { Lister, Objects } from '../../../../api/meta/lister.ts';
import type { ApiObject } from '../../../../api/meta/metadata.ts';
import { timeMs } from '../../../../api/values/time.ts';
import type { ObjectName } from '../../tokens/claims.ts';
import type { VerifiedToken } from './verified-token.ts';

interface Secret extends ApiObject {
  /** Base64. */
  data?: Record<string, string>;
}

/** Until when the objects of a token are as they have to be, in milliseconds since 1970; or what is wrong. */
export type TokenBinding = { until: number } | { problem: string };

/** Milliseconds: what is bound to an object may go on for so long after the time of its deletion. */
const grace = 60_000;

const invalidated = { problem: 'Token has been invalidated' };

/** Whether the objects that a token depends on are there, are the same, and are to stay. */
export class TokenObjects {
  readonly #accounts: Lister;
  readonly #pods: Lister;
  readonly #nodes: Lister;
  readonly #secrets: Lister<Secret>;
  readonly #lookup: boolean;

  /** Without `lookup` tokens from Secrets are taken at their word. */
  constructor(objects: Objects, lookup: boolean) {
    this.#accounts = objects.lister({ group: '', resource: 'serviceaccounts' });
    this.#pods = objects.lister({ group: '', resource: 'pods' });
    this.#nodes = objects.lister({ group: '', resource: 'nodes' });
    this.#secrets = objects.lister({ group: '', resource: 'secrets' });
    this.#lookup = lookup;
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
    return 'until' in standing && standing.until < now ? invalidated : standing;
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
    const parts: [string, string, ObjectName | undefined, Lister][] = [
      ['ServiceAccount', namespace, account, this.#accounts],
      ['Secret', namespace, secret, this.#secrets],
      ['Pod', namespace, pod, this.#pods],
      ['Node', '', pod === undefined ? node : undefined, this.#nodes],
    ];
    let until = Number.POSITIVE_INFINITY;
    for (const [kind, place, wanted, lister] of parts) {
      if (wanted === undefined) continue;
      const found = lister.get(place, wanted.name);
      if (found === undefined) return invalidated;
      if (found.metadata.uid !== wanted.uid) return otherUid(kind, found, wanted);
      until = Math.min(until, endOf(found));
    }
    return { until };
  }

  #ofHolder({ claims: { namespace, account }, digest }: VerifiedToken, holder: string): TokenBinding {
    const secret = this.#secrets.get(namespace, holder);
    if (secret === undefined || secret.metadata.deletionTimestamp) return invalidated;
    const held = Buffer.from(secret.data?.['token'] ?? '', 'base64').toString();
    if (hash('sha256', held, 'base64') !== digest) return { problem: "Token does not match server's copy" };
    const found = this.#accounts.get(namespace, account.name);
    if (found === undefined) return invalidated;
    if (found.metadata.deletionTimestamp)
      return { problem: `ServiceAccount ${namespace}/${account.name} has been deleted` };
    if (found.metadata.uid !== account.uid) return otherUid('ServiceAccount', found, account);
    return { until: Number.POSITIVE_INFINITY };
  }
}

const otherUid = (kind: string, { metadata }: ApiObject, { uid }: ObjectName): TokenBinding => ({
  problem: `${kind} UID (${metadata.uid}) does not match claim (${uid})`,
});

/** The time of deletion of a pod may lie ahead, when it is granted some time to end. */
function endOf({ metadata: { deletionTimestamp } }: ApiObject): number {
  return deletionTimestamp ? timeMs(deletionTimestamp) + grace : Number.POSITIVE_INFINITY;
}
