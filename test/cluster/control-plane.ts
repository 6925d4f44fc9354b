import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Identity, issueClient, issueServing, makeAuthority, makeKeyPair } from '../../src/util/x509.ts';
import { etcdBinary } from '../support/etcd.ts';
import type { Daemon, Machine } from './machine.ts';
import { agentPath } from './parts.ts';
import { addresses, serverPort } from './places.ts';

const programs = new URL('../../dist/commands', import.meta.url).pathname;
const hour = 3_600_000;
const validity = { notBefore: new Date(Date.now() - hour), notAfter: new Date(Date.now() + 24 * hour) };
const etcd = 'http://127.0.0.1:2379';

/** Those of kube-controller-manager that this project has none of. */
const theirControllers = [
  ...['attachdetach', 'cronjob', 'daemonset', 'deployment', 'disruption', 'endpoint', 'endpointslice'],
  ...['endpointslicemirroring', 'horizontalpodautoscaling', 'job', 'nodeipam', 'nodelifecycle'],
  ...[
    'persistentvolume-binder',
    'persistentvolume-expander',
    'replicaset',
    'replicationcontroller',
    'statefulset',
  ],
];

/** Whose controllers work: those of this project, as far as it has them, or kube-controller-manager's alone. */
export type Managers = 'own' | 'kubernetes';

export interface PlaneOptions {
  managers: Managers;
  /** Minor number of the release that the server serves. */
  release: number;
}

type Program = 'etcd' | 'apiserver' | Deciding;
/** Programs that decide, each while it holds its Lease. */
export type Deciding = 'own-controllers' | 'controller-manager' | 'scheduler';

const soonElected = [
  ...['--leader-elect-lease-duration=6s', '--leader-elect-renew-deadline=4s'],
  '--leader-elect-retry-period=1s',
];

const clients = {
  admin: { commonName: 'admin', organizations: ['system:masters'] },
  'controller-manager': { commonName: 'system:kube-controller-manager' },
  scheduler: { commonName: 'system:kube-scheduler' },
  proxy: { commonName: 'system:kube-proxy' },
  /** As whom the server asks the agents of nodes. */
  'node-client': { commonName: 'node-client', organizations: ['system:masters'] },
};
export type Client = keyof typeof clients;

/** etcd, the server, a controller manager and a scheduler on one machine. */
export class ControlPlane {
  readonly machine: Machine;
  readonly #folder: string;
  readonly #managers: Managers;
  readonly #release: number;
  readonly #running = new Map<Program, Daemon>();

  private constructor(machine: Machine, { managers, release }: PlaneOptions) {
    this.machine = machine;
    this.#release = release;
    this.#folder = join(machine.root, 'pki');
    this.#managers = managers;
  }

  /** Makes keys and certificates; nothing runs yet. */
  static async prepare(machine: Machine, options: PlaneOptions): Promise<ControlPlane> {
    const plane = new ControlPlane(machine, options);
    mkdirSync(join(machine.root, 'etcd'), { recursive: true });
    await plane.#makeKeys();
    return plane;
  }

  /** In this cluster. */
  get deciding(): readonly Deciding[] {
    const own = this.#managers === 'own' ? (['own-controllers'] as const) : [];
    return [...own, 'controller-manager', 'scheduler'];
  }

  start(program: Program): void {
    const daemon = this.machine.start(this.#commands[program], `${program}.log`);
    this.#running.set(program, daemon);
  }

  /** Starts those that have ended because they lost their Lease, as whatever runs them on a real machine does. */
  startEnded(): void {
    for (const program of this.deciding)
      if (this.#running.get(program)?.hasEndedByItself === true) this.start(program);
  }

  process(program: Program): Daemon {
    return this.#running.get(program)!;
  }

  file(name: string): string {
    return join(this.#folder, name);
  }

  /** Of a client with a certificate. */
  kubeconfig(client: Client): string {
    return this.file(`${client}.kubeconfig`);
  }

  /** A configuration with these credentials, or that finds its own. */
  configuration(user: object): object {
    const cluster = {
      server: `https://${addresses.control}:${serverPort}`,
      'certificate-authority-data': readFileSync(this.file('ca.crt')).toString('base64'),
    };
    return {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'cluster', cluster }],
      users: [{ name: 'user', user }],
      contexts: [{ name: 'it', context: { cluster: 'cluster', user: 'user' } }],
      'current-context': 'it',
    };
  }

  get #commands(): Record<Program, string[]> {
    return {
      etcd: [
        etcdBinary().path,
        `--data-dir=${join(this.machine.root, 'etcd')}`,
        ...[`--listen-client-urls=${etcd}`, `--advertise-client-urls=${etcd}`, '--log-level=warn'],
      ],
      apiserver: [process.execPath, join(programs, 'apiserver.js'), ...this.#serverFlags()],
      'own-controllers': this.#ownControllers,
      'controller-manager': this.#kubernetesControllers,
      scheduler: [
        agentPath('kube-scheduler'),
        ...['', 'authentication-', 'authorization-'].map(
          (what) => `--${what}kubeconfig=${this.kubeconfig('scheduler')}`,
        ),
        ...soonElected,
      ],
    };
  }

  #serverFlags(): string[] {
    const file = (name: string): string => this.file(name);
    return [
      ...['--dialect=kubernetes', `--emulated-version=1.${this.#release}`],
      ...[
        '--bind-address=0.0.0.0',
        `--secure-port=${serverPort}`,
        `--advertise-address=${addresses.control}`,
      ],
      ...[`--data-dir=${join(this.machine.root, 'server')}`, `--etcd-servers=${etcd}`],
      ...[`--client-ca-file=${file('ca.crt')}`, `--requestheader-client-ca-file=${file('front-ca.crt')}`],
      ...['--requestheader-allowed-names=front', '--requestheader-username-headers=X-Remote-User'],
      ...[
        '--requestheader-group-headers=X-Remote-Group',
        '--requestheader-extra-headers-prefix=X-Remote-Extra-',
      ],
      ...[`--tls-cert-file=${file('server.crt')}`, `--tls-private-key-file=${file('server.key')}`],
      ...['--authorization-mode=Node,RBAC', '--enable-admission-plugins=NodeRestriction'],
      ...['--enable-bootstrap-token-auth=true', '--allow-privileged=true'],
      `--service-cluster-ip-range=${addresses.services}`,
      '--service-account-issuer=https://kubernetes.default.svc',
      ...[
        `--service-account-key-file=${file('sa.pub')}`,
        `--service-account-signing-key-file=${file('sa.key')}`,
      ],
      ...[
        `--kubelet-client-certificate=${file('node-client.crt')}`,
        `--kubelet-client-key=${file('node-client.key')}`,
      ],
      // Agents serve with certificates that they have asked for.
      `--kubelet-certificate-authority=${file('ca.crt')}`,
      '--kubelet-preferred-address-types=InternalIP',
      // A pod leaves a lost node soon.
      ...['--default-not-ready-toleration-seconds=6', '--default-unreachable-toleration-seconds=6'],
      ...[`--audit-policy-file=${file('audit-policy.json')}`, `--audit-log-path=${this.auditLog}`],
    ];
  }

  /** What the agents of nodes have asked for. */
  get auditLog(): string {
    return join(this.machine.root, 'audit.log');
  }

  /** What both controller managers are told. */
  get #managerFlags(): string[] {
    const config = this.kubeconfig('controller-manager');
    return [
      `--kubeconfig=${config}`,
      ...[`--authentication-kubeconfig=${config}`, `--authorization-kubeconfig=${config}`],
      '--use-service-account-credentials=true',
      ...[
        `--root-ca-file=${this.file('ca.crt')}`,
        `--service-account-private-key-file=${this.file('sa.key')}`,
      ],
      `--cluster-signing-cert-file=${this.file('ca.crt')}`,
      `--cluster-signing-key-file=${this.file('ca.key')}`,
      ...soonElected,
    ];
  }

  get #kubernetesControllers(): string[] {
    const names = this.#managers === 'own' ? theirControllers.join() : '*,bootstrapsigner,tokencleaner';
    return [
      agentPath('kube-controller-manager'),
      ...this.#managerFlags,
      // It begins five minutes before its making, from which it counts: five are left.
      '--cluster-signing-duration=10m',
      `--controllers=${names}`,
      ...['--allocate-node-cidrs=true', `--cluster-cidr=${addresses.pods}`, '--node-cidr-mask-size=24'],
      ...['--node-monitor-period=1s', '--node-monitor-grace-period=16s', '--pod-eviction-timeout=6s'],
      // It queues a node that joins once for each second until it is ready, and works one off in ten seconds otherwise: a node
      // that is lost soon after waits behind them for its taint.
      '--node-eviction-rate=10',
    ];
  }

  get #ownControllers(): string[] {
    return [
      ...[process.execPath, join(programs, 'controller-manager.js'), '--dialect=kubernetes'],
      ...this.#managerFlags,
      // Agents ask for the next certificate while the checks run.
      '--cluster-signing-duration=5m',
      ...['--controllers=*,bootstrapsigner,tokencleaner', '--leader-elect-resource-name=own-controllers'],
      ...['--bind-address=127.0.0.1', '--secure-port=10258'],
    ];
  }

  async #makeKeys(): Promise<void> {
    mkdirSync(this.#folder, { recursive: true });
    const authority = await makeAuthority('cluster', validity);
    this.#keep('ca', authority);
    this.#keep('front-ca', await makeAuthority('front', validity));
    const names = {
      dnsNames: ['kubernetes', 'kubernetes.default', 'kubernetes.default.svc', 'localhost'],
      addresses: [addresses.control, addresses.service, '127.0.0.1'],
    };
    this.#keep('server', await issueServing(authority, 'server', names, validity));
    for (const [name, subject] of Object.entries(clients)) {
      const identity = await issueClient(authority, subject, validity);
      this.#keep(name, identity);
      const user = {
        'client-certificate-data': Buffer.from(identity.certificate).toString('base64'),
        'client-key-data': Buffer.from(identity.privateKey).toString('base64'),
      };
      writeFileSync(this.kubeconfig(name as Client), JSON.stringify(this.configuration(user)));
    }
    const { privateKey, publicKey } = await makeKeyPair('rsa');
    writeFileSync(this.file('sa.key'), privateKey);
    writeFileSync(this.file('sa.pub'), publicKey);
    const rules = [{ level: 'Metadata', userGroups: ['system:nodes'] }, { level: 'None' }];
    const policy = { apiVersion: 'audit.k8s.io/v1', kind: 'Policy', rules };
    writeFileSync(this.file('audit-policy.json'), JSON.stringify(policy));
  }

  #keep(name: string, { certificate, privateKey }: Identity): void {
    writeFileSync(this.file(`${name}.crt`), certificate);
    writeFileSync(this.file(`${name}.key`), privateKey);
  }

  /** Puts the authority where a node reads it. */
  copyAuthority(machine: Machine): string {
    const inside = '/var/lib/kubelet/ca.crt';
    mkdirSync(machine.path('/var/lib/kubelet'), { recursive: true });
    cpSync(this.file('ca.crt'), machine.path(inside));
    return inside;
  }
}
