import { existsSync, readFileSync } from 'node:fs';

const packageFile = new URL('../../package.json', import.meta.url);
/** Written by the build, beside what it compiles. */
const buildInfoFile = new URL('../build-info.json', import.meta.url);

/** Version of the product: `1.23.0`. */
export const productVersion: string = JSON.parse(readFileSync(packageFile, 'utf8')).version;

/** `1.23`. */
export const productRelease: string = productVersion.split('.').slice(0, 2).join('.');

interface BuildInfo {
  gitCommit: string;
  /** `clean`, `dirty`, or `archive` for sources without a repository. */
  gitTreeState: string;
  buildDate: string;
}

/** The document of /version for a served release: clients choose their behaviour by it. */
export function versionDocument(release: string, file: URL = buildInfoFile): object {
  const [major, minor] = release.split('.');
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

/** Sources that run as they are have not been built. */
function buildInfo(file: URL): BuildInfo {
  if (!existsSync(file)) return { gitCommit: '', gitTreeState: '', buildDate: '1970-01-01T00:00:00Z' };
  const { gitCommit, gitTreeState, buildDate }: BuildInfo = JSON.parse(readFileSync(file, 'utf8'));
  return { gitCommit, gitTreeState, buildDate };
}
