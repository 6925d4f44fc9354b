import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { etcdBinary } from '../etcd.ts';
import { haproxyPath } from '../haproxy.ts';
import { until } from '../until.ts';
import { MachineProcess } from './machine-process.ts';
import type { Network } from './network.ts';
import { deployFolder, type NamedPort, nodeNames, Places } from './places.ts';
import { renderPods } from './pods.ts';

const execute = promisify(execFile);

/** Where what is built lies. */
const builtHere = new URL('../../../', import.meta.url).pathname;

/** More flags, which have the last word. */
export type MoreFlags = Partial<Record<Component, readonly string[]>>;

export type Component = 'etcd' | 'kube-apiserver' | 'kube-controller-manager';

export interface NodeAnswer {
  status: number;
  text: string;
  headers: IncomingHttpHeaders;
}

export interface PlaneOptions {
  more?: MoreFlags;
  /** On loopback where none is given. */
  network?: Network | undefined;
  /** The folder whose `dist` is run. */
  programs?: string | undefined;
}

/** This time alone. */
export interface StartOptions {
  /** Flags that have the last word. */
  more?: readonly string[];
  /** Words before the command: of a program that runs it. */
  on?: readonly string[];
}

/**
 * The control plane that deploy/ describes, with its own files: certificates by certificates.sh, the commands of the
 * static pods of three nodes as processes, and haproxy with haproxy.cfg before them.
 */
export class ControlPlane {
  readonly places: Places;
  /** By node, 1 to 3. */
  readonly #commands: Map<Component, readonly string[]>[];
  readonly #processes = new Map<string, MachineProcess>();
  readonly #network: Network | undefined;
  #isUp = false;

  private constructor(
    places: Places,
    commands: Map<Component, readonly string[]>[],
    network: Network | undefined,
  ) {
    this.places = places;
    this.#commands = commands;
    this.#network = network;
    // Also when the process ends in the middle; its programs have ended before that.
    process.once('exit', () => this.#removeFiles());
  }

  /** Makes certificates and reads the manifests; nothing runs yet. */
  static async prepare(options: PlaneOptions = {}): Promise<ControlPlane> {
    const { more = {}, network, programs = builtHere } = options;
    const places = await Places.find(mkdtempSync(join(tmpdir(), 'control-plane-')), network?.prefix);
    makeCertificates(places);
    const commands = nodeNames.map((node, at) => {
      const which = at + 1;
      const root = places.rootOf(which);
      mkdirSync(join(root, 'tmp'), { recursive: true });
      mkdirSync(join(root, 'var/lib'), { recursive: true });
      cpSync(join(places.directory, 'certificates', node), join(root, 'etc/kubernetes'), { recursive: true });
      const pods = renderPods(node, join(root, 'manifests'));
      return new Map(
        pods.map(({ name, command }) => [
          name as Component,
          [
            ...programOf(
              command.map((word) => places.translate(word, which)),
              programs,
            ),
            ...(more[name as Component] ?? []),
          ],
        ]),
      );
    });
    return new ControlPlane(places, commands, network);
  }

  /** Starts everything, the controller managers where they are wanted; resolves when all answer. */
  async start({ managers = true }: { managers?: boolean } = {}): Promise<void> {
    const nodes = [1, 2, 3];
    for (const node of nodes) this.startOne(node, 'etcd');
    for (const node of nodes) this.startOne(node, 'kube-apiserver');
    this.#startBalancer();
    await Promise.all(nodes.map((node) => this.serverIsReady(node)));
    // A manager that finds no server ends; there is no kubelet here to start it again.
    if (managers) for (const node of nodes) this.startOne(node, 'kube-controller-manager');
    await this.until(async () => (await this.get('/readyz')).status === 200);
    this.#isUp = true;
  }

  startOne(node: number, component: Component, { more = [], on = [] }: StartOptions = {}): void {
    const command = this.#commands[node - 1]!.get(component)!;
    const log = join(this.places.rootOf(node), `${component}.log`);
    const words = [...on, ...this.#on(node), ...command, ...more];
    this.#processes.set(`${node}/${component}`, new MachineProcess(words, log));
  }

  #on(machine: number): readonly string[] {
    return this.#network?.on(machine) ?? [];
  }

  process(node: number, component: Component): MachineProcess {
    return this.#processes.get(`${node}/${component}`)!;
  }

  serverIsReady(node: number): Promise<void> {
    return this.until(async () => (await this.get('/readyz', node)).status === 200);
  }

  /** Waits until a member of etcd is there, and hears of a leader. */
  memberIsReady(node: number): Promise<void> {
    const url = `http://${this.places.address(node)}:${this.places.port(2381)}/health`;
    return this.until(async () => (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok);
  }

  /** Waits, and when it was in vain says which programs had ended, and what they had printed. */
  async until(isSo: () => Promise<boolean>, seconds = 180): Promise<void> {
    const ended = () => [...this.#processes].filter(([, { hasEnded }]) => hasEnded);
    const isOver = async (): Promise<boolean> => {
      if (await isSo().catch(() => false)) return true;
      // Later on managers end by themselves when they lose their Lease or their server.
      if (!this.#isUp && ended().length > 0) throw new Error('a program has ended');
      return false;
    };
    await until(isOver, seconds).catch((error: Error) => {
      const texts = ended().map(([name, { output }]) => `${name}:\n${output.slice(-4_000)}`);
      throw new Error(`${error.message}\n${texts.join('\n')}`);
    });
  }

  /** As the administrator of admin.conf; of the load balancer (0), or of a node, whose API server has port 6443. */
  get(path: string, which = 0, port: NamedPort = 6443): Promise<NodeAnswer> {
    const folder = join(this.places.directory, 'certificates');
    return new Promise((resolve, reject) => {
      const asked = request({
        host: this.places.address(which),
        port: this.places.port(port),
        path,
        ca: readFileSync(join(folder, 'authorities/ca.crt')),
        cert: readFileSync(join(folder, 'admin.crt')),
        key: readFileSync(join(folder, 'admin.key')),
        agent: false,
        timeout: 10_000,
      });
      asked.once('timeout', () => asked.destroy(new Error(`no answer to ${path}`)));
      asked.once('error', reject);
      asked.once('response', async (answer) => {
        let text = '';
        for await (const chunk of answer.setEncoding('utf8')) text += chunk;
        resolve({ status: answer.statusCode!, text, headers: answer.headers });
      });
      asked.end();
    });
  }

  /** Copies what the programs have printed so far to a folder, a file each. */
  keepLogs(folder: string): void {
    mkdirSync(folder, { recursive: true });
    for (const [name, { output }] of this.#processes)
      writeFileSync(join(folder, `${name.replace('/', '-')}.log`), output);
  }

  get kubeconfig(): string {
    return join(this.places.directory, 'certificates/admin.conf');
  }

  async remove(): Promise<void> {
    await Promise.all([...this.#processes.values()].map((one) => one.stop()));
    this.#removeFiles();
  }

  #removeFiles(): void {
    rmSync(this.places.directory, { recursive: true, force: true, maxRetries: 5 });
  }

  #startBalancer(): void {
    const root = this.places.rootOf(0);
    mkdirSync(join(root, 'etc/haproxy'), { recursive: true });
    cpSync(join(this.places.directory, 'certificates/authorities/ca.crt'), join(root, 'etc/haproxy/ca.crt'));
    const text = readFileSync(join(deployFolder, 'haproxy/haproxy.cfg'), 'utf8');
    const file = join(root, 'haproxy.cfg');
    writeFileSync(file, this.places.translate(text, 0));
    this.#processes.set(
      'haproxy',
      new MachineProcess([...this.#on(0), haproxyPath!, '-db', '-f', file], join(root, 'haproxy.log')),
    );
  }
}

/** Runs certificates.sh as the guide says. */
export function makeCertificates(places: Places): string {
  if (!existsSync(places.directory)) mkdirSync(places.directory);
  const { program, words, environment } = certificatesCommand(places);
  const output = execFileSync(program, words, {
    env: environment,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  setManagerPort(places);
  return output;
}

/** Makes those anew that end within so many days, while everything else goes on: keys take long on a busy machine. */
export async function renewCertificates(places: Places, days: number): Promise<void> {
  const { program, words, environment } = certificatesCommand(places);
  await execute(program, words, { env: { ...environment, RENEW_DAYS: String(days) } });
  setManagerPort(places);
}

function certificatesCommand(places: Places) {
  const nodes = nodeNames.map((node, at) => `${node}=${places.address(at + 1)}`);
  const ENDPOINT = `${places.address(0)}:${places.port(6443)}`;
  return {
    program: join(deployFolder, 'certificates.sh'),
    words: [join(places.directory, 'certificates'), ...nodes],
    environment: { ...process.env, ENDPOINT },
  };
}

/** The port of the servers is not the usual one here. */
function setManagerPort(places: Places): void {
  for (const node of nodeNames) {
    const file = join(places.directory, 'certificates', node, 'controller-manager.conf');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/:6443$/m, `:${places.port(6443)}`));
  }
}

function programOf([program, ...words]: readonly string[], programs: string): readonly string[] {
  if (program === 'etcd') return [etcdBinary().path, ...words];
  return [process.execPath, join(programs, words[0]!), ...words.slice(1)];
}
