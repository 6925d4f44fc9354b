import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-ports.ts';

const script = new URL('../../hack/haproxy.sh', import.meta.url).pathname;
const found = spawnSync(script, { encoding: 'utf8' });

/** The program; undefined where there is none and none could be installed. */
export const haproxyPath = found.status === 0 ? found.stdout.trim() : undefined;
/** Why there is none, for the name of what is skipped. */
export const haproxyMissing =
  haproxyPath === undefined ? ` (skipped: ${found.stderr?.trim().split('\n').at(-1) ?? found.error})` : '';

export interface HaproxyFiles {
  /** PEM: its certificate and key for clients. */
  readonly serving: string;
  /** PEM: whose certificates clients must have. */
  readonly clientAuthorities: string;
  /** PEM: its own certificate and key for the server behind it. */
  readonly identity: string;
  /** PEM: who vouches for the server behind it. */
  readonly serverAuthority: string;
}

/** A haproxy that finds out who its clients are by their certificates, and tells the server behind it in headers. */
export class Haproxy {
  readonly port: number;
  readonly #process: ChildProcess;

  private constructor(port: number, process: ChildProcess) {
    this.port = port;
    this.#process = process;
  }

  static async start(directory: string, files: HaproxyFiles, serverPort: number): Promise<Haproxy> {
    const port = await freePort();
    const path = join(directory, 'haproxy.cfg');
    writeFileSync(path, configuration(port, files, serverPort));
    const child = spawn(haproxyPath!, ['-db', '-f', path], { stdio: ['ignore', 'ignore', 'pipe'] });
    // A test that fails must not leave it behind.
    process.once('exit', () => child.kill('SIGKILL'));
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => (output += chunk));
    const deadline = Date.now() + 20_000;
    while (!(await isOpen(port))) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`haproxy is not up:\n${output}`);
      await sleep(50);
    }
    return new Haproxy(port, child);
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const exited = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await exited;
  }
}

const configuration = (port: number, files: HaproxyFiles, serverPort: number): string => `
global
  log stderr format raw local0 notice
defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
frontend clients
  bind 127.0.0.1:${port} ssl crt ${files.serving} ca-file ${files.clientAuthorities} verify required alpn h2,http/1.1
  http-request del-header X-Remote- -m beg
  http-request set-header X-Remote-User %[ssl_c_s_dn(CN)]
  http-request add-header X-Remote-Group %[ssl_c_s_dn(O,1)] if { ssl_c_s_dn(O,1) -m found }
  http-request add-header X-Remote-Group %[ssl_c_s_dn(O,2)] if { ssl_c_s_dn(O,2) -m found }
  default_backend api
backend api
  server one 127.0.0.1:${serverPort} ssl crt ${files.identity} ca-file ${files.serverAuthority} verify required
`;

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
