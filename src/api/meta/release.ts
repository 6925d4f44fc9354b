/** The release whose API is served, and that tools write for, unless another one is asked for. */
export const defaultRelease = '1.23';

/** Whether `present` is at or after `release`: isReleasedBy('1.9', '1.23'). Both are `<major>.<minor>`. */
export function isReleasedBy(release: string, present: string): boolean {
  const [major, minor] = numbersOf(release);
  const [presentMajor, presentMinor] = numbersOf(present);
  return major === presentMajor ? minor <= presentMinor : major < presentMajor;
}

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
