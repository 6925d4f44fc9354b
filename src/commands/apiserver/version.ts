import { readFileSync } from 'node:fs';

const packageFile = new URL('../../../package.json', import.meta.url);

/** Of the product: `1.23.0`. */
export const productVersion: string = JSON.parse(readFileSync(packageFile, 'utf8')).version;

/** What /version says of a server that serves the API of a release: clients go by it. */
export function versionDocument(release: string): object {
  const [major, minor] = release.split('.');
  const isOwn = productVersion.startsWith(`${release}.`);
  return {
    major,
    minor,
    gitVersion: isOwn ? `v${productVersion}` : `v${release}.0`,
    gitCommit: '',
    gitTreeState: 'clean',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: `node ${process.version}`,
    compiler: 'v8',
    platform: `${process.platform}/${process.arch === 'x64' ? 'amd64' : process.arch}`,
  };
}
