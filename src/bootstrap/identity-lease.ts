import { createHash } from 'node:crypto';
import { type Dialect, fillPlaceholders } from '../api/meta/dialect.ts';
import type { Lister } from '../api/meta/lister.ts';
import { isReleasedBy } from '../api/meta/release.ts';
import type { CoordinationV1Lease } from '../api/schema/types.gen.ts';
import { microTimeNow, timeMs } from '../api/values/time.ts';
import type { SystemObjects } from '../registry/write/system-objects.ts';
import type { Clock } from '../util/clock.ts';

export interface IdentityLeaseOptions {
  objects: Pick<SystemObjects, 'alter' | 'keep'>;
  /** `leases.coordination.…` */
  leaseType: string;
  leases: Pick<Lister<CoordinationV1Lease>, 'list' | 'getFresh'>;
  /** Deletes a Lease of the system namespace unless it was changed meanwhile. */
  remove(name: string, resourceVersion: string): Promise<void>;
  identity: Identity;
  /** Seconds that the Lease lasts without being renewed. */
  duration: number;
  clock: Clock;
}

/** A server in its Lease. */
export interface Identity {
  namespace: string;
  name: string;
  /** Name of this run of the server. */
  holder: string;
  /** The label by which such Leases are found. */
  label: { name: string; value: string };
  /** Further labels of the Lease. */
  labels: Readonly<Record<string, string>>;
  annotations: Readonly<Record<string, string>>;
}

/** The names and the place of a server. */
export interface Host {
  /** Made anew at each start. */
  uuid: string;
  hostname: string;
  /** Address at which other servers reach it, `192.0.2.1:6443`; undefined where they are not told. */
  peerAddress?: string | undefined;
}

/** Up to 1.25 a server is another one after each start; from then on it is known by its host. */
export function serverIdentity(
  dialect: Dialect,
  release: string,
  { uuid, hostname, peerAddress }: Host,
): Identity {
  const value = `${dialect.prefix}-apiserver`;
  const namespace = `${dialect.prefix}-system`;
  const filled = (text: string): string => fillPlaceholders(dialect, text);
  if (!isReleasedBy('1.26', release)) {
    const name = `${value}-${uuid}`;
    const label = { name: filled('{api}/component'), value };
    return { namespace, name, holder: name, label, labels: {}, annotations: {} };
  }
  const name = `apiserver-${hashOf(hostname, value)}`;
  return {
    namespace,
    name,
    holder: `${name}_${uuid}`,
    label: { name: filled('apiserver.{label}/identity'), value },
    labels: { [filled('{label}/hostname')]: hostname },
    annotations: peerAddress === undefined ? {} : { [filled('{label}/peer-advertise-address')]: peerAddress },
  };
}

/** A Lease by which others know that this server lives, and the removal of those of servers that do not. */
export class IdentityLease {
  readonly #options: IdentityLeaseOptions;

  constructor(options: IdentityLeaseOptions) {
    this.#options = options;
  }

  async renew(): Promise<void> {
    const { objects, identity, duration, clock } = this.#options;
    const { namespace, name, holder, label, labels, annotations } = identity;
    await objects.keep(this.#options.leaseType, namespace, {
      metadata: { name, labels: { [label.name]: label.value, ...labels } },
      spec: { holderIdentity: holder, leaseDurationSeconds: duration, renewTime: microTimeNow(clock.now()) },
    });
    if (Object.keys(annotations).length === 0) return;
    // The run before, whose Lease this was, may have been somewhere else, or of a release that tells nobody.
    await objects.alter(this.#options.leaseType, namespace, name, ({ metadata }) => {
      const known = metadata.annotations ?? {};
      if (Object.entries(annotations).every(([key, value]) => known[key] === value)) return false;
      metadata.annotations = { ...known, ...annotations };
      return true;
    });
  }

  async collect(): Promise<void> {
    const { leases, identity, remove } = this.#options;
    const { namespace, label } = identity;
    for (const { metadata } of leases.list(namespace)) {
      if (metadata.labels?.[label.name] !== label.value) continue;
      // A server may have renewed it, and the caches not heard of it yet.
      const newest = await leases.getFresh(namespace, metadata.name!);
      if (newest !== undefined && this.#isExpired(newest))
        await remove(newest.metadata.name!, newest.metadata.resourceVersion!);
    }
  }

  /** One that says nothing of its time is of no use either. */
  #isExpired({ spec }: CoordinationV1Lease): boolean {
    const { renewTime, leaseDurationSeconds } = spec ?? {};
    if (!renewTime || !leaseDurationSeconds) return true;
    return timeMs(renewTime) + leaseDurationSeconds * 1000 < this.#options.clock.now();
  }
}

const digits = 'abcdefghijklmnopqrstuvwxyz234567';

/** 26 digits of base 32, each of five bits: of the first half of a SHA-256 over the texts with their lengths. */
function hashOf(...texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(Buffer.byteLength(text));
    hash.update(length).update(text);
  }
  const bits = [...hash.digest().subarray(0, 16)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits
    .match(/.{1,5}/g)!
    .map((five) => digits[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}
