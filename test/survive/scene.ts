import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpWire } from '../../src/client/api/http-wire.ts';
import { ControlPlane } from '../support/deploy/control-plane.ts';
import { Network } from '../support/deploy/network.ts';
import { kubectlPath } from '../support/kubectl.ts';
import { descendants } from '../support/process-tree.ts';
import { ServiceWriter } from './addresses.ts';
import { type Access, accessOf, type Caller, http1Caller, http2Caller, outcomeOf, wireTo } from './caller.ts';
import type { ClientLoop } from './client-loop.ts';
import { Reader } from './reader.ts';
import { RegisterWriter } from './register.ts';
import { type Histories, readHistories } from './store-history.ts';
import { InformerWatcher, PlainWatcher, type Watcher } from './watcher.ts';
import { Writer } from './writer.ts';
import type { Write } from './writes.ts';

const namespace = 'survive';
const configMaps = `/api/v1/namespaces/${namespace}/configmaps`;
/** Objects that many change: apart, as their writers are answered with conflicts. */
const registerNamespace = 'survive-registers';
const registers = `/api/v1/namespaces/${registerNamespace}/configmaps`;
const registerNames = ['r0', 'r1'];
const services = `/api/v1/namespaces/${namespace}/services`;

/** One run of kubectl that failed. Times are of performance.now(). */
export interface KubectlFailure {
  words: string;
  begun: number;
  ended: number;
  complaint: string;
}

/** How many there are of each. */
export interface Clients {
  writers: number;
  watchers: number;
  readers: number;
  serviceWriters: number;
  /** For each of the objects that many change. */
  registerWriters: number;
}

/** Three nodes behind haproxy, from the files of deploy/, and all who use them. */
export class Scene {
  readonly plane: ControlPlane;
  readonly writers: Writer[] = [];
  readonly readers: Reader[] = [];
  readonly registerWriters: RegisterWriter[] = [];
  /** The creations of the objects that many change. */
  readonly registersMade: Write[] = [];
  readonly #serviceWriters: ServiceWriter[] = [];
  readonly watchers: { name: string; watcher: Watcher }[] = [];
  readonly kubectlFailures: KubectlFailure[] = [];
  kubectlRuns = 0;
  readonly #wires: HttpWire[] = [];
  #isStopped = false;
  #kubectl: Promise<void> | undefined;

  /** Undefined where the machine can have none: then all are on loopback. */
  readonly network: Network | undefined;

  private constructor(plane: ControlPlane, network: Network | undefined) {
    this.plane = plane;
    this.network = network;
  }

  /** `programs`: the folder whose `dist` is run; the one of this tree where none is given. */
  static async start(workers: number, programs?: string): Promise<Scene> {
    const network = Network.obstacle() === undefined ? Network.make() : undefined;
    const servers = [
      ...(workers > 1 ? [`--workers=${workers}`] : []),
      // As long as haproxy needs to find out.
      '--shutdown-delay-duration=6s',
      // The whole history is to be read, as text.
      ...['--etcd-compaction-interval=0', '--storage-media-type=application/json'],
    ];
    const plane = await ControlPlane.prepare({ more: { 'kube-apiserver': servers }, network, programs });
    const scene = new Scene(plane, network);
    try {
      await plane.start({ managers: false });
      return scene;
    } catch (error) {
      await scene.close();
      throw error;
    }
  }

  /** Half of each over HTTP/1.1, half over HTTP/2. */
  async begin({ writers, watchers, readers, serviceWriters, registerWriters }: Clients): Promise<void> {
    const admin = http1Caller(this.#access);
    await admin('POST', '/api/v1/namespaces', { metadata: { name: namespace } });
    const { body } = await admin('GET', configMaps);
    for (let n = 0; n < watchers; n++) {
      const isPlain = n % 2 === 0;
      const watcher = isPlain
        ? new PlainWatcher(this.#access, configMaps, body.metadata.resourceVersion)
        : new InformerWatcher(this.#wire(), namespace);
      this.watchers.push({ name: `watcher ${n} over HTTP/${isPlain ? '1.1' : '2'}`, watcher });
      await watcher.start();
    }
    for (let n = 0; n < writers; n++) {
      this.writers.push(new Writer(`w${n}`, configMaps, this.#caller(n)));
    }
    for (let n = 0; n < readers; n++) {
      const nameToRead = (): string | undefined => this.writers[n % writers]!.writes.at(-1)?.name;
      this.readers.push(new Reader(`reader ${n}`, configMaps, this.#caller(n), nameToRead));
    }
    for (let n = 0; n < serviceWriters; n++)
      this.#serviceWriters.push(new ServiceWriter(`s${n}`, services, this.#caller(n)));
    await this.#makeRegisters(admin, registerWriters);
    for (const one of this.#loops) one.start();
    this.#kubectl = this.#runKubectl();
  }

  async #makeRegisters(admin: Caller, writers: number): Promise<void> {
    await admin('POST', '/api/v1/namespaces', { metadata: { name: registerNamespace } });
    for (const name of registerNames) {
      const begun = performance.now();
      const { outcome } = await outcomeOf(
        admin('POST', registers, { metadata: { name }, data: { id: name } }),
      );
      this.registersMade.push({ verb: 'create', name, id: name, begun, ended: performance.now(), outcome });
      for (let n = 0; n < writers; n++)
        this.registerWriters.push(new RegisterWriter(`${name}.${n}`, name, registers, this.#caller(n)));
    }
  }

  /** Some ten mebibytes, and takes them away again; what becomes of each request does not matter. */
  async writeMuch(): Promise<void> {
    const call = http1Caller(this.#access);
    const data = { text: 'x'.repeat(500_000) };
    for (let n = 0; n < 20; n++) {
      const name = `much-${n}`;
      await outcomeOf(call('POST', '/api/v1/namespaces/default/configmaps', { metadata: { name }, data }));
      await outcomeOf(call('DELETE', `/api/v1/namespaces/default/configmaps/${name}`));
    }
  }

  get #loops(): ClientLoop[] {
    return [...this.writers, ...this.readers, ...this.#serviceWriters, ...this.registerWriters];
  }

  #caller(n: number): Caller {
    return n % 2 === 0 ? http1Caller(this.#access) : http2Caller(this.#wire());
  }

  /** No more requests; resolves when the watchers have seen the last write, or never will. */
  async settle(): Promise<Histories> {
    this.#isStopped = true;
    await Promise.all([...this.#loops.map((one) => one.stop()), this.#kubectl]);
    const histories = await readHistories(this.plane.places, {
      configMaps: namespace,
      registers: registerNamespace,
    });
    const deadline = performance.now() + 20_000;
    const { length } = histories.configMaps;
    const isBehind = () => this.watchers.some(({ watcher }) => watcher.events.length < length);
    while (isBehind() && performance.now() < deadline) await sleep(100);
    return histories;
  }

  async close(): Promise<void> {
    await Promise.all(this.watchers.map(({ watcher }) => watcher.close()));
    for (const wire of this.#wires) wire[Symbol.dispose]();
    await this.plane.remove();
    this.network?.[Symbol.dispose]();
  }

  /** The processes of the server of a node: the one that was started, then its workers. */
  processes(node: number): number[] {
    const { pid } = this.plane.process(node, 'kube-apiserver');
    return [pid, ...descendants(pid)];
  }

  signal(pids: readonly number[], signal: NodeJS.Signals): void {
    for (const pid of pids) process.kill(pid, signal);
  }

  /** The addresses in the default Service, as one node has them; undefined while Endpoints and EndpointSlice differ. */
  async published(node: number): Promise<string | undefined> {
    const read = async (path: string): Promise<any> => JSON.parse((await this.plane.get(path, node)).text);
    try {
      const { subsets } = await read('/api/v1/namespaces/default/endpoints/kubernetes');
      const slice = await read('/apis/discovery.k8s.io/v1/namespaces/default/endpointslices/kubernetes');
      const addresses = subsets.flatMap((subset: any) => subset.addresses.map(({ ip }: any) => ip)).join();
      const sliced = slice.endpoints.flatMap((one: any) => one.addresses).join();
      return addresses === sliced ? addresses : undefined;
    } catch {
      return undefined;
    }
  }

  get #access(): Access {
    return accessOf(this.plane.places);
  }

  #wire(): HttpWire {
    const wire = wireTo(this.#access);
    this.#wires.push(wire);
    return wire;
  }

  async #runKubectl(): Promise<void> {
    for (let n = 0; !this.#isStopped; n++) {
      await this.#ask('get', 'configmaps', '--namespace', namespace, '--no-headers');
      await this.#ask('create', 'configmap', `k-${n}`, '--from-literal=a=1');
      await this.#ask('delete', 'configmap', `k-${n}`);
    }
  }

  #ask(...words: string[]): Promise<void> {
    const begun = performance.now();
    this.kubectlRuns++;
    const all = ['--kubeconfig', this.plane.kubeconfig, '--request-timeout=20s', ...words];
    return new Promise((resolve) => {
      execFile(kubectlPath!, all, { env: { HOME: this.plane.places.directory } }, (error, _, complaint) => {
        const ended = performance.now();
        if (error !== null)
          this.kubectlFailures.push({ words: words.join(' '), begun, ended, complaint: complaint.trim() });
        resolve();
      });
    });
  }
}
