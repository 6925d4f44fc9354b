/** The release whose API is served, and that tools write for, unless another one is asked for. */
export const defaultRelease = '1.36';

/** Whether `present` is at or after `release`: isReleasedBy('1.9', '1.23'). Both are `<major>.<minor>`. */
export function isReleasedBy(release: string, present: string): boolean {
  const [major, minor] = numbersOf(release);
  const [presentMajor, presentMinor] = numbersOf(present);
  return major === presentMajor ? minor <= presentMinor : major < presentMajor;
}

/** The newest release, and the oldest that its servers emulate. */
export const newestRelease = '1.36';
const oldestEmulated = '1.33';

/**
 * The release whose shapes, texts and rules a server has that emulates a release. Servers of the newest release emulate
 * the three before it: feature gates, and the lives of kinds, are then those of the emulated release, and all else is
 * that of the newest. Worked example: a field that came with 1.34 is known to a server that emulates 1.33, and emptied
 * because its gate is not there yet.
 */
export const implementedRelease = (emulated: string): string =>
  isReleasedBy(oldestEmulated, emulated) && isReleasedBy(emulated, newestRelease) ? newestRelease : emulated;

/** '1.23' for '1.24'. */
export const releaseBefore = (release: string): string => moved(release, -1);

/** '1.25' for '1.24'. */
export const releaseAfter = (release: string): string => moved(release, 1);

function moved(release: string, by: number): string {
  const [major, minor] = numbersOf(release);
  return `${major}.${minor + by}`;
}

function numbersOf(release: string): [major: number, minor: number] {
  const [major, minor] = release.split('.').map(Number);
  return [major!, minor!];
}
