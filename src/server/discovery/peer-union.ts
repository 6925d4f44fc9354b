import type { PeerGroup } from '../surface/peer-apis.ts';
import { compareVersions } from '../surface/version-order.ts';

/** A group in aggregated discovery. */
export interface DiscoveredGroup {
  metadata: { name: string };
  versions: readonly object[];
}

interface Version {
  version: string;
  resources: readonly { resource: string }[];
  freshness?: string;
}

/**
 * The groups of this server and those of others: what stands in both is as it is here. Groups that are only elsewhere
 * come last, by their names. `metadataOf`: the metadata of a group of that name.
 */
export function withPeers<Group extends DiscoveredGroup>(
  own: readonly Group[],
  peers: readonly PeerGroup[],
  metadataOf: (name: string) => Group['metadata'],
): DiscoveredGroup[] {
  if (peers.length === 0) return [...own];
  const others = Map.groupBy(peers, ({ name }) => name);
  const merged: DiscoveredGroup[] = own.map((group) => {
    const elsewhere = others.get(group.metadata.name);
    return elsewhere === undefined
      ? group
      : { ...group, versions: versionsOf(group.versions as Version[], elsewhere) };
  });
  const known = new Set(own.map(({ metadata }) => metadata.name));
  const foreign = [...others].filter(([name]) => !known.has(name)).sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    ...merged,
    ...foreign.map(([name, groups]) => ({ metadata: metadataOf(name), versions: versionsOf([], groups) })),
  ];
}

function versionsOf(own: readonly Version[], peers: readonly PeerGroup[]): Version[] {
  const versions = new Map<string, Version>(own.map((one) => [one.version, one]));
  for (const { version, resources } of peers.flatMap(({ versions: all }) => all)) {
    const known = versions.get(version) ?? { version, resources: [], freshness: 'Current' };
    const names = new Set(known.resources.map(({ resource }) => resource));
    const added = resources.filter(({ resource }) => !names.has(resource));
    if (added.length === 0 && versions.has(version)) continue;
    const all = [...known.resources, ...added].sort((a, b) => (a.resource < b.resource ? -1 : 1));
    versions.set(version, { ...known, resources: all });
  }
  // Those of this server keep the order that they have here.
  const order = new Map(own.map(({ version }, index) => [version, index]));
  return [...versions.values()].sort((a, b) => {
    const [first, second] = [order.get(a.version), order.get(b.version)];
    return first !== undefined && second !== undefined
      ? first - second
      : compareVersions(a.version, b.version);
  });
}
