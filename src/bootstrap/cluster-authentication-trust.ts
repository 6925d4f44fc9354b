import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FeatureGates } from '../api/gates/feature-gates.ts';
import type { Dialect } from '../api/meta/dialect.ts';
import type { SystemObjects } from '../registry/write/system-objects.ts';
import type { FlagValues } from '../util/flags.ts';
import { parseBundle, toBundle } from '../util/x509.ts';

/** Name of the ConfigMap with it, in the system namespace. */
export const clusterAuthenticationTrustName = 'extension-apiserver-authentication';
const clientAuthorities = 'client-ca-file';
const proxyAuthorities = 'requestheader-client-ca-file';

/** Lists that go with the authorities of proxies; the keys of the ConfigMap are the names of the flags. */
const proxyLists = [
  'requestheader-username-headers',
  'requestheader-group-headers',
  'requestheader-extra-headers-prefix',
  'requestheader-allowed-names',
] as const;
/** The same in releases that know UIDs of proxies. */
const uidList = 'requestheader-uid-headers';

/** By whose certificates this server knows its callers, as its flags say. */
export interface ClusterAuthenticationTrust {
  /** Paths by the key in the ConfigMap. */
  readonly files: ReadonlyMap<string, string>;
  readonly lists: ReadonlyMap<string, readonly string[]>;
}

export function clusterAuthenticationTrust(
  flags: FlagValues,
  gates: FeatureGates,
): ClusterAuthenticationTrust {
  const lists = gates.isIn('1.32') ? [...proxyLists, uidList] : proxyLists;
  const files = [clientAuthorities, proxyAuthorities].map((flag) => [flag, flags.text(flag)] as const);
  return {
    files: new Map(files.filter((file): file is [string, string] => file[1] !== undefined)),
    lists: new Map(lists.map((flag) => [flag, flags.list(flag)])),
  };
}

/**
 * Tells servers that extend this one by whose certificates they know callers that come through it. Replicas need
 * not have the same flags: each adds what it trusts to what is there; certificates that have expired go.
 */
export async function publishCallerTrust(
  objects: SystemObjects,
  { prefix }: Dialect,
  trust: ClusterAuthenticationTrust,
  now: number,
): Promise<void> {
  const namespace = `${prefix}-system`;
  const present = objects.get('configmaps.', namespace, clusterAuthenticationTrustName) as
    | { data?: Record<string, string> }
    | undefined;
  const data: Record<string, string> = {};
  for (const key of [clientAuthorities, proxyAuthorities]) {
    const path = trust.files.get(key);
    const own = path === undefined ? '' : await readFile(path, 'utf8');
    const bundle = merged(present?.data?.[key] ?? '', own, now);
    if (bundle !== '') data[key] = bundle;
  }
  if (data[proxyAuthorities] !== undefined) {
    for (const [key, own] of trust.lists)
      data[key] = JSON.stringify([...new Set([...listOf(present?.data?.[key]), ...own])]);
  }
  if (Object.keys(data).length > 0)
    await objects.keep('configmaps.', namespace, {
      metadata: { name: clusterAuthenticationTrustName },
      data,
    });
}

/** Each certificate once. */
function merged(present: string, own: string, now: number): string {
  const certificates = new Map(
    parseBundle(present + own)
      .filter((raw) => isInForce(raw, now))
      .map((raw) => [raw.toString('base64'), raw]),
  );
  return toBundle([...certificates.values()]);
}

function isInForce(raw: Buffer, now: number): boolean {
  try {
    return new X509Certificate(raw).validToDate.getTime() >= now;
  } catch {
    // Another client wrote something else there.
    return false;
  }
}

/** A value that is no list of strings counts as empty and is replaced. */
function listOf(text: string | undefined): string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  } catch {
    return [];
  }
}
