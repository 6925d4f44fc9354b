import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiClient } from './api-client.ts';
import { type Etcd, startEtcd } from './etcd.ts';
import { freePort } from './free-ports.ts';

const program = process.env['KUBE_APISERVER'] ?? 'kube-apiserver';
const token = 'admin-token';
const readyTimeout = 60_000;

/** The reason why there is no kube-apiserver to test with; undefined where there is one. */
export const missingKubeApiserver: string | undefined = missing();

function missing(): string | undefined {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return `there is no ${program}: set KUBE_APISERVER to the path of one`;
  }
}

/** A real kube-apiserver over an etcd of its own, on a free port of loopback. */
export class KubeApiserver {
  readonly directory: string;
  /** Of an admin. */
  readonly kubeconfig: string;
  /** As an admin. */
  readonly client: ApiClient;
  readonly #process: ChildProcess;
  readonly #etcd: Etcd;

  private constructor(process: ChildProcess, etcd: Etcd, directory: string, port: number) {
    this.#process = process;
    this.#etcd = etcd;
    this.directory = directory;
    this.kubeconfig = writeKubeconfig(directory, port);
    const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
    this.client = new ApiClient(port, agent, token);
  }

  static async start(): Promise<KubeApiserver> {
    const [etcd, port] = [await startEtcd({ members: 1 }), await freePort()];
    const directory = mkdtempSync(join(tmpdir(), 'kube-apiserver-'));
    const child = spawn(program, flagsOf(directory, port, etcd.endpoints[0]!), { stdio: 'ignore' });
    const kill = (): void => void child.kill('SIGKILL');
    process.once('exit', kill);
    child.once('exit', () => process.off('exit', kill));
    const started = new KubeApiserver(child, etcd, directory, port);
    await started.#ready();
    return started;
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode === null) {
      this.#process.kill('SIGKILL');
      await once(this.#process, 'exit');
    }
    await this.#etcd.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }

  async #ready(): Promise<void> {
    const deadline = performance.now() + readyTimeout;
    while (performance.now() < deadline && this.#process.exitCode === null) {
      const status = await this.client.get('/readyz').then(
        (answer) => answer.status,
        () => 0,
      );
      if (status === 200) return;
      await delay(250);
    }
    await this.stop();
    throw new Error('kube-apiserver did not become ready');
  }
}

function flagsOf(directory: string, port: number, etcd: string): string[] {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const file = (name: string, content: string): string => {
    writeFileSync(join(directory, name), content);
    return join(directory, name);
  };
  const [open, secret] = [
    publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
  ];
  return [
    `--etcd-servers=${etcd}`,
    `--secure-port=${port}`,
    '--bind-address=127.0.0.1',
    '--advertise-address=127.0.0.1',
    `--cert-dir=${directory}`,
    `--token-auth-file=${file('tokens.csv', `${token},admin,1,"system:masters"\n`)}`,
    '--service-account-issuer=https://issuer.example',
    `--service-account-key-file=${file('sa.pub', open)}`,
    `--service-account-signing-key-file=${file('sa.key', secret)}`,
    '--authorization-mode=Node,RBAC',
    '--service-cluster-ip-range=10.0.0.0/24',
    '--disable-admission-plugins=ServiceAccount',
  ];
}

function writeKubeconfig(directory: string, port: number): string {
  const path = join(directory, 'admin.kubeconfig');
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'a',
    clusters: [
      { name: 'a', cluster: { server: `https://127.0.0.1:${port}`, 'insecure-skip-tls-verify': true } },
    ],
    users: [{ name: 'a', user: { token } }],
    contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
  };
  writeFileSync(path, JSON.stringify(config));
  return path;
}
