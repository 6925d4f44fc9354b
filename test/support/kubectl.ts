import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestServer } from './server.ts';

const script = new URL('../../hack/kubectl.sh', import.meta.url).pathname;
const found = spawnSync(script, { encoding: 'utf8' });
const run = promisify(execFile);

/** The program, of release 1.20; undefined where there is none and none could be fetched. */
export const kubectlPath = found.status === 0 ? found.stdout.trim() : undefined;
/** Why there is none, for the name of what is skipped. */
export const kubectlMissing =
  kubectlPath === undefined ? ` (skipped: ${found.stderr?.trim().split('\n').at(-1) ?? found.error})` : '';

/** As an admin of one server. What it keeps between calls lies in the server's directory. */
export class Kubectl {
  readonly #server: TestServer;

  constructor(server: TestServer) {
    this.#server = server;
  }

  /** What it prints; rejects with what it complains about. */
  async ask(...words: string[]): Promise<string> {
    const { kubeconfig, directory } = this.#server;
    const all = ['--kubeconfig', kubeconfig, ...words];
    const options = { env: { HOME: directory }, maxBuffer: 64 * 1024 * 1024 };
    return (await run(kubectlPath!, all, options)).stdout;
  }

  /** What it complains about. */
  complaint(...words: string[]): Promise<string> {
    return this.ask(...words).then(
      (text) => `accepted: ${text}`,
      ({ stderr }) => stderr,
    );
  }

  /** A file for `-f`. */
  file(name: string, content: object | string): string {
    const path = join(this.#server.directory, name);
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  }
}
