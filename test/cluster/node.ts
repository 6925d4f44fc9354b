import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { until } from '../support/until.ts';
import type { ControlPlane } from './control-plane.ts';
import { images } from './images.ts';
import type { Daemon, Machine } from './machine.ts';
import { agentPath, cniFolder } from './parts.ts';
import { addresses, type NodeName, nodeNames } from './places.ts';

const socket = '/run/containerd/containerd.sock';
const home = '/var/lib/kubelet';
const authority = `${home}/ca.crt`;
/** Where a node looks for pods of its own. */
export const staticPods = '/var/lib/kubelet/manifests';

type Program = 'containerd' | 'kubelet' | 'kube-proxy';

/** A machine with a container runtime, a node agent and a proxy for Services. */
export class ClusterNode {
  readonly name: NodeName;
  readonly machine: Machine;
  readonly #running = new Map<Program, Daemon>();

  constructor(name: NodeName, machine: Machine) {
    this.name = name;
    this.machine = machine;
  }

  get address(): string {
    return addresses.nodes[nodeNames.indexOf(this.name)]!;
  }

  /** Writes its files, and starts the runtime with the images of an archive. */
  async prepare(plane: ControlPlane, token: string, archive: string): Promise<void> {
    plane.copyAuthority(this.machine);
    this.machine.write(`${home}/bootstrap.kubeconfig`, plane.configuration({ token }));
    this.machine.write(`${home}/config.json`, agentConfiguration);
    this.machine.write(`${home}/proxy.kubeconfig`, readFileSync(plane.kubeconfig('proxy'), 'utf8'));
    this.machine.write(`${staticPods}/.keep`, '');
    this.machine.write('/run/resolv.conf', '');
    this.machine.write('/run/network.template', networkTemplate);
    this.machine.write('/run/containerd.toml', runtimeConfiguration);
    this.start('containerd');
    await until(() => existsSync(this.machine.path(socket)), 60);
    await this.machine.ask('ctr', '--namespace=k8s.io', 'images', 'import', archive);
  }

  start(program: Program): void {
    this.#running.set(program, this.machine.start(this.#commands[program], `${program}.log`));
  }

  process(program: Program): Daemon {
    return this.#running.get(program)!;
  }

  /** The certificate with which its agent asks, in PEM. */
  get certificate(): string {
    // A link to a path of the machine.
    const current = readlinkSync(this.machine.path(`${home}/pki/kubelet-client-current.pem`));
    return readFileSync(this.machine.path(current), 'utf8');
  }

  get #commands(): Record<Program, string[]> {
    return {
      containerd: ['containerd', '--config=/run/containerd.toml'],
      kubelet: [
        agentPath('kubelet'),
        ...[`--config=${home}/config.json`, `--root-dir=${home}`, `--cert-dir=${home}/pki`],
        ...[`--bootstrap-kubeconfig=${home}/bootstrap.kubeconfig`, `--kubeconfig=${home}/kubeconfig`],
        ...['--container-runtime=remote', `--container-runtime-endpoint=unix://${socket}`],
        ...[`--hostname-override=${this.name}`, `--node-ip=${this.address}`],
        ...[`--volume-plugin-dir=${home}/plugins`, `--node-labels=test/name=${this.name}`],
      ],
      'kube-proxy': [
        agentPath('kube-proxy'),
        ...[`--kubeconfig=${home}/proxy.kubeconfig`, `--hostname-override=${this.name}`],
        ...['--proxy-mode=iptables', `--cluster-cidr=${addresses.pods}`, '--iptables-min-sync-period=100ms'],
        // These are settings of the whole machine.
        ...['--conntrack-max-per-core=0', '--conntrack-tcp-timeout-established=0s'],
        ...['--conntrack-tcp-timeout-close-wait=0s', '--oom-score-adj=0'],
      ],
    };
  }
}

const agentConfiguration = {
  apiVersion: 'kubelet.config.k8s.io/v1beta1',
  kind: 'KubeletConfiguration',
  authentication: {
    anonymous: { enabled: false },
    webhook: { enabled: true, cacheTTL: '5s' },
    x509: { clientCAFile: authority },
  },
  authorization: { mode: 'Webhook', webhook: { cacheAuthorizedTTL: '5s', cacheUnauthorizedTTL: '5s' } },
  cgroupDriver: 'cgroupfs',
  featureGates: { EphemeralContainers: true },
  rotateCertificates: true,
  serverTLSBootstrap: true,
  staticPodPath: staticPods,
  fileCheckFrequency: '2s',
  resolvConf: '/run/resolv.conf',
  clusterDomain: 'cluster.local',
  failSwapOn: false,
  // Lowering it needs a right that a machine's own first process may not have.
  oomScoreAdj: 0,
  // Renewed every 4 s, so that a node that is lost is found out soon.
  nodeLeaseDurationSeconds: 16,
  nodeStatusUpdateFrequency: '4s',
  syncFrequency: '3s',
  // The disk is that of whoever runs this.
  evictionHard: { 'memory.available': '10Mi' },
  imageGCHighThresholdPercent: 100,
};

/** `restrict_oom_score_adj`, `disable_apparmor`: for machines whose first process may not do either. */
const runtimeConfiguration = `
version = 2
root = "/var/lib/containerd"
state = "/run/containerd"
disabled_plugins = ["io.containerd.snapshotter.v1.btrfs", "io.containerd.snapshotter.v1.zfs"]
[grpc]
  address = "${socket}"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "${images.pause}"
  disable_apparmor = true
  restrict_oom_score_adj = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "${cniFolder}"
    conf_dir = "/run/cni"
    conf_template = "/run/network.template"
  [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
`;

/** The range of the node's pods is filled in when the node has got one. */
const networkTemplate = `{
  "cniVersion": "0.4.0",
  "name": "pods",
  "plugins": [
    {
      "type": "bridge", "bridge": "pods", "isGateway": true, "hairpinMode": true,
      "ipam": {
        "type": "host-local", "dataDir": "/var/lib/cni",
        "ranges": [[{ "subnet": "{{.PodCIDR}}" }]], "routes": [{ "dst": "0.0.0.0/0" }]
      }
    },
    { "type": "portmap", "capabilities": { "portMappings": true } }
  ]
}`;
