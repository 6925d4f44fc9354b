import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { kubectlPath } from '../support/kubectl.ts';
import { setUpAccess, token } from './access.ts';
import { Api, become } from './api.ts';
import { ControlPlane, type PlaneOptions } from './control-plane.ts';
import { writeImages } from './images.ts';
import { Kubectl, type RunningKubectl } from './kubectl.ts';
import { leftovers } from './leftovers.ts';
import { Machine } from './machine.ts';
import { ClusterNode } from './node.ts';
import { addresses, nodeNames } from './places.ts';

const prefixLength = 24;

/** A control plane and two nodes, each a machine of its own. */
export class Scene {
  readonly plane: ControlPlane;
  readonly nodes: readonly ClusterNode[];
  readonly api: Api;
  readonly kubectl: Kubectl;
  readonly folder: string;
  /** With which agents asked first, in PEM, by the names of nodes. */
  readonly firstCertificates = new Map<string, string>();
  readonly kubectlPath = kubectlPath!;
  readonly #remover: ChildProcess;
  readonly #proxy: RunningKubectl;
  #isClosed = false;

  private constructor(
    folder: string,
    remover: ChildProcess,
    plane: ControlPlane,
    nodes: readonly ClusterNode[],
  ) {
    this.folder = folder;
    this.#remover = remover;
    this.plane = plane;
    this.nodes = nodes;
    this.kubectl = new Kubectl(plane.machine, plane.kubeconfig('admin'));
    const socket = join(folder, 'api.sock');
    this.api = new Api(socket);
    this.#proxy = this.kubectl.start('proxy', `--unix-socket=${socket}`, '--reject-methods=^$');
  }

  /** All machines, connected; the control plane answers, nodes have yet to join. */
  static async start(options: PlaneOptions): Promise<Scene> {
    const folder = mkdtempSync(join(tmpdir(), 'cluster-'));
    const group = basename(folder);
    const script = new URL('remove.sh', import.meta.url).pathname;
    // A process group of its own: what interrupts this program leaves it to do its work.
    const remover = spawn(script, [group, folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
    try {
      const [control, ...others] = await Promise.all(
        ['control', ...nodeNames].map((name) => Machine.make(name, folder, group)),
      );
      const nodes = others.map((machine, at) => new ClusterNode(nodeNames[at]!, machine));
      connect(control!, nodes);
      const plane = await ControlPlane.prepare(control!, options);
      for (const program of ['etcd', 'apiserver'] as const) plane.start(program);
      const scene = new Scene(folder, remover, plane, nodes);
      await become('the server is ready', async () => existsSync(join(folder, 'api.sock')), 30);
      await scene.serverIsReady();
      for (const program of plane.deciding) plane.start(program);
      return scene;
    } catch (error) {
      remover.stdin!.end();
      await once(remover, 'exit');
      throw error;
    }
  }

  serverIsReady(): Promise<void> {
    const look = async () => {
      const { status, text } = await this.api.send('GET', '/readyz');
      return status === 200 || `${text}\n${this.plane.process('apiserver').output.slice(-2_000)}`;
    };
    return become('the server is ready', look, 90);
  }

  /** Starts what runs on nodes; resolves when all are ready and their pods reach each other. */
  async joinNodes(): Promise<void> {
    await setUpAccess(this.api);
    const archive = writeImages(join(this.folder, 'images'));
    const words = `${token.id}.${token.secret}`;
    await Promise.all(this.nodes.map((node) => node.prepare(this.plane, words, archive)));
    for (const node of this.nodes) node.start('kubelet');
    for (const node of this.nodes) {
      const range = await this.#rangeOf(node);
      const others = this.nodes.filter((other) => other !== node).map(({ machine }) => machine);
      for (const machine of [this.plane.machine, ...others])
        machine.ip('route', 'add', range, 'via', node.address);
      node.start('kube-proxy');
      this.firstCertificates.set(node.name, node.certificate);
    }
    for (const node of this.nodes) await this.nodeIs(node.name, 'True', 90);
  }

  /** Waits until the node's condition Ready has that status. */
  nodeIs(name: string, status: 'True' | 'False' | 'Unknown', seconds = 60): Promise<void> {
    const look = async () => {
      const { conditions = [] } = (await this.api.get(`/api/v1/nodes/${name}`)).status;
      const ready = conditions.find(({ type }: any) => type === 'Ready');
      return ready?.status === status || ready;
    };
    return become(`Ready of ${name} is ${status}`, look, seconds);
  }

  /** Cuts a node's network, or mends it. */
  setLink(name: string, state: 'up' | 'down'): void {
    this.plane.machine.ip('link', 'set', name, state);
  }

  /** Approves what nodes ask for to serve with, which controllers leave to an administrator. */
  async approveServing(): Promise<void> {
    const path = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
    const { items } = await this.api.get(path);
    const waiting = items.filter(
      ({ spec, status }: any) =>
        spec.signerName === 'kubernetes.io/kubelet-serving' && status.conditions === undefined,
    );
    for (const { metadata } of waiting) await this.kubectl.ask('certificate', 'approve', metadata.name);
  }

  /** The last lines of everything that runs. */
  logs(lines = 40): string {
    const daemons = [
      ...(['etcd', 'apiserver', ...this.plane.deciding] as const).map(
        (name) => [name, this.plane.process(name)] as const,
      ),
      ...this.nodes.flatMap((node) =>
        (['containerd', 'kubelet', 'kube-proxy'] as const).map(
          (name) => [`${node.name} ${name}`, node.process(name)] as const,
        ),
      ),
    ];
    return daemons
      .filter(([, daemon]) => daemon !== undefined)
      .map(([name, { output, hasEnded }]) => {
        const last = output.split('\n').slice(-lines).join('\n');
        return `--- ${name}${hasEnded ? ' (ended)' : ''}\n${last}`;
      })
      .join('\n');
  }

  /** Resolves with what is left of it, which is to be nothing. */
  async close(): Promise<string[]> {
    if (this.#isClosed) return [];
    this.#isClosed = true;
    await this.#proxy.stop();
    await Promise.all(
      [this.plane.machine, ...this.nodes.map(({ machine }) => machine)].map((one) => one.stop()),
    );
    this.#remover.stdin!.end();
    await once(this.#remover, 'exit');
    return leftovers(this.folder);
  }

  async #rangeOf(node: ClusterNode): Promise<string> {
    const path = `/api/v1/nodes/${node.name}`;
    const look = async () =>
      (await this.api.find(path))?.spec.podCIDR !== undefined || node.process('kubelet').output.slice(-600);
    await become(`${node.name} joins and has a range for pods`, look, 90);
    return (await this.api.get(path)).spec.podCIDR;
  }
}

/** A bridge on the machine of the control plane, and a cable from there to each node. */
function connect(control: Machine, nodes: readonly ClusterNode[]): void {
  control.ip('link', 'add', 'nodes', 'type', 'bridge');
  control.ip('address', 'add', `${addresses.control}/${prefixLength}`, 'dev', 'nodes');
  control.ip('link', 'set', 'nodes', 'up');
  for (const { name, address, machine } of nodes) {
    control.ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', `${machine.pid}`);
    control.ip('link', 'set', name, 'master', 'nodes', 'up');
    machine.ip('address', 'add', `${address}/${prefixLength}`, 'dev', 'eth0');
    machine.ip('link', 'set', 'eth0', 'up');
    // An address of a Service has to have a way before it is translated.
    machine.ip('route', 'add', 'default', 'via', addresses.control);
  }
}
