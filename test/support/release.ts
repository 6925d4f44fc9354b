import { isReleasedBy } from '../../src/api/meta/release.ts';
import type { KindDefinition } from '../../src/api/schema/schema.ts';

/**
 * The release that tests are about which name none: the one that they were written for. What a server does by default is
 * asked where its flags are.
 */
export const testedRelease = '1.23';

/** Whether a release has the version of the kind, or has had it. */
export const isKnownAt = (release: string, { lifecycle: { introduced } }: KindDefinition): boolean =>
  introduced === undefined || isReleasedBy(introduced, release);

/** The flag that names the release, where none of the flags does. */
export const releaseFlag = (flags: readonly string[], release = testedRelease): string[] =>
  flags.some((flag) => flag.startsWith('--emulated-version=')) ? [] : [`--emulated-version=${release}`];
