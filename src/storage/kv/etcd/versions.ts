/** A version of etcd as numbers, for example [3, 5, 13]. */
type Version = readonly [number, number, number];

/** The first version with fragments of watch responses and with progress requests. */
const minVersion: Version = [3, 4, 0];

/** Versions that may damage the data, from the first up to the one that mends it. */
const defects: { since: Version; mended: Version; reason: string }[] = [
  {
    since: [3, 5, 0],
    mended: [3, 5, 3],
    reason: 'members may differ after a crash (etcd pull request 13908)',
  },
  {
    since: [3, 5, 0],
    mended: [3, 5, 6],
    reason: 'members may differ after a crash while defragmenting (etcd pull request 14733)',
  },
];

/** Reason why the server cannot work with this version; undefined when it can, or the version is not understood. */
export function unsupported(version: string): string | undefined {
  const parsed = parse(version);
  if (parsed === undefined || compare(parsed, minVersion) >= 0) return undefined;
  return `etcd ${version} is too old, ${minVersion[0]}.${minVersion[1]} is the oldest that is supported`;
}

/** A warning for operators; undefined when nothing is known against the version. */
export function warningAbout(version: string): string | undefined {
  const parsed = parse(version);
  if (parsed === undefined) return `the version of etcd, ${JSON.stringify(version)}, is not understood`;
  const defect = defects.find(
    ({ since, mended }) => compare(parsed, since) >= 0 && compare(parsed, mended) < 0,
  );
  return defect && `etcd ${version}: ${defect.reason}; ${defect.mended.join('.')} mends it`;
}

function compare(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

function parse(version: string): Version | undefined {
  const match = /^(\d+)\.(\d+)\.(\d+)/.exec(version);
  if (match === null) return undefined;
  return [Number(match[1]), Number(match[2]), Number(match[3])];
}
