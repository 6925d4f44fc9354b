/** A version of etcd as numbers, for example [3, 5, 13]. */
type Version = readonly [number, number, number];

interface Defect {
  /** The first version with it, when older ones had it not. */
  since?: Version;
  /** The first versions without it, one for each line (3.4, 3.5) that was mended. */
  mended: Version[];
  reason: string;
}

/**
 * Why a cache that is fed by a watch cannot be relied on. The numbers are those of etcd's change logs; lines that
 * a row does not name have the defect in all versions when they are older than those it names, and in none when
 * they are newer.
 */
const defects: Defect[] = [
  {
    since: [3, 5, 0],
    mended: [[3, 5, 3]],
    reason: 'members may differ after a crash (etcd pull request 13908)',
  },
  {
    since: [3, 5, 0],
    mended: [[3, 5, 6]],
    reason: 'revisions may differ after a crash while defragmenting (14733)',
  },
  {
    mended: [
      [3, 4, 25],
      [3, 5, 8],
    ],
    reason: 'a watch may go back in time when a member gets a snapshot (15515)',
  },
  {
    mended: [
      [3, 4, 31],
      [3, 5, 13],
    ],
    reason: 'a watch may lose events after a compaction (17610, 17612)',
  },
];

/** The minimum version of etcd. */
const wantedVersion: Version = [3, 5, 13];

/** Why reads through a watch-fed cache are unsafe with this version; undefined when nothing is known. */
export function unsafeForCachedReads(version: string): string | undefined {
  const parsed = parse(version);
  if (parsed === undefined) return `the version ${JSON.stringify(version)} is not understood`;
  return defects.find((defect) => has(parsed, defect))?.reason;
}

export function isOlderThanWanted(version: string): boolean {
  const parsed = parse(version);
  return parsed === undefined || compare(parsed, wantedVersion) < 0;
}

export const wantedVersionText = wantedVersion.join('.');

function has(version: Version, { since, mended }: Defect): boolean {
  if (since !== undefined && compare(version, since) < 0) return false;
  const sameLine = mended.find(([major, minor]) => major === version[0] && minor === version[1]);
  if (sameLine !== undefined) return compare(version, sameLine) < 0;
  return mended.every((first) => compare(version, first) < 0);
}

function compare(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

function parse(version: string): Version | undefined {
  const match = /^(\d+)\.(\d+)\.(\d+)/.exec(version);
  if (match === null) return undefined;
  return [Number(match[1]), Number(match[2]), Number(match[3])];
}
