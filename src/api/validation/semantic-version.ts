const number = '(?:0|[1-9][0-9]*)';
const identifier = `(?:${number}|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*)`;
const core = `(${number})\\.(${number})\\.(${number})`;
const preRelease = `(?:-(${identifier}(?:\\.${identifier})*))?`;
const build = '(?:\\+[0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*)?';

/** A version as semver.org says it: `1.36.3-beta.1+build`. Its groups are major, minor, patch and what comes before the release. */
export const semanticVersion = new RegExp(`^${core}${preRelease}${build}$`);

/** Orders two versions as semver.org says, builds aside: negative when the first comes before the second. */
export function compareVersions(a: string, b: string): number {
  const [first, second] = [semanticVersion.exec(a) ?? [], semanticVersion.exec(b) ?? []];
  for (let place = 1; place <= 3; place++) {
    const difference = Number(first[place]) - Number(second[place]);
    if (difference !== 0) return difference;
  }
  return comparePreReleases(first[4], second[4]);
}

/** Orders pre-releases: each is older than its release. */
function comparePreReleases(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return (a === undefined ? 1 : 0) - (b === undefined ? 1 : 0);
  const [first, second] = [a.split('.'), b.split('.')];
  for (let place = 0; place < Math.min(first.length, second.length); place++) {
    const difference = compareIdentifiers(first[place]!, second[place]!);
    if (difference !== 0) return difference;
  }
  return first.length - second.length;
}

/** Numbers come before names. */
function compareIdentifiers(a: string, b: string): number {
  const [isNumber, isOther] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumber && isOther) return Number(a) - Number(b);
  if (isNumber !== isOther) return isNumber ? -1 : 1;
  return a === b ? 0 : a < b ? -1 : 1;
}
