import { existsSync, readFileSync } from 'node:fs';
import { isReleasedBy, releaseBefore } from '../api/meta/release.ts';

const packageFile = new URL('../../package.json', import.meta.url);
/** Written by the build, beside what it compiles. */
const buildInfoFile = new URL('../build-info.json', import.meta.url);

/** Whether the program was compiled, rather than its sources run. */
export const isBuilt = existsSync(buildInfoFile);

/** Version of the product: `1.36.0`. */
export const productVersion: string = JSON.parse(readFileSync(packageFile, 'utf8')).version;

/** `1.36`. */
export const productRelease: string = productVersion.split('.').slice(0, 2).join('.');

interface BuildInfo {
  gitCommit: string;
  /** `clean`, `dirty`, or `archive` for sources without a repository. */
  gitTreeState: string;
  buildDate: string;
}

/** The document of /version for a served release: clients choose their behaviour by it. */
export function versionDocument(
  release: string,
  {
    minCompatibility = releaseBefore(release),
    file = buildInfoFile,
  }: { minCompatibility?: string; file?: URL } = {},
): object {
  const { major, minor, ...rest } = buildVersion(release, file);
  return { major, minor, ...emulation(release, minCompatibility), ...rest };
}

/** The version of the program, as the release that is served: without what is said of emulation. */
export function buildVersion(release: string, file: URL = buildInfoFile): Record<string, string> {
  const [major = '', minor = ''] = release.split('.');
  const isOwn = productVersion.startsWith(`${release}.`);
  return {
    major,
    minor,
    gitVersion: isOwn ? `v${productVersion}` : `v${release}.0`,
    ...buildInfo(file),
    goVersion: `node ${process.version}`,
    compiler: 'v8',
    platform: `${process.platform}/${process.arch === 'x64' ? 'amd64' : process.arch}`,
  };
}

/** The emulated release, and the oldest one that parts of the cluster may be of, as servers of 1.33 and later say. */
function emulation(release: string, minCompatibility: string): Record<string, string> {
  if (!isReleasedBy('1.33', release)) return {};
  const [major = '', minor = ''] = release.split('.');
  const [minCompatibilityMajor = '', minCompatibilityMinor = ''] = minCompatibility.split('.');
  return {
    emulationMajor: major,
    emulationMinor: minor,
    minCompatibilityMajor,
    minCompatibilityMinor,
  };
}

/** Sources that run as they are have not been built. */
function buildInfo(file: URL): BuildInfo {
  if (!existsSync(file)) return { gitCommit: '', gitTreeState: '', buildDate: '1970-01-01T00:00:00Z' };
  const { gitCommit, gitTreeState, buildDate }: BuildInfo = JSON.parse(readFileSync(file, 'utf8'));
  return { gitCommit, gitTreeState, buildDate };
}
