import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { kubectlPath } from '../support/kubectl.ts';

/** Programs of Kubernetes 1.20 that Debian has no packages of any more. */
const agents = ['kubelet', 'kube-proxy', 'kube-scheduler', 'kube-controller-manager'] as const;
export type Agent = (typeof agents)[number];

/** Programs of Debian's packages, which `hack/cluster-packages.sh` installs. */
const tools = [
  'containerd',
  'ctr',
  'runc',
  'iptables',
  'conntrack',
  'ip',
  'busybox',
  'unshare',
  'nsenter',
  'setpriv',
];

/** Where Debian has the plugins for networks. */
export const cniFolder = '/usr/lib/cni';

const variable = 'KUBERNETES_PROGRAMS';

/** Why there can be no cluster on this machine; undefined where there can. */
export function obstacle(): string | undefined {
  if (process.getuid?.() !== 0) return 'it needs root';
  const absent = tools.filter((tool) => find(tool) === undefined);
  if (!existsSync(join(cniFolder, 'bridge'))) absent.push(`${cniFolder}/bridge`);
  if (absent.length > 0) return `there is no ${absent.join(', ')}: hack/cluster-packages.sh installs them`;
  if (!isStatic(find('busybox')!))
    return 'busybox has to be the static one: hack/cluster-packages.sh installs it';
  if (kubectlPath === undefined) return 'there is no kubectl 1.20';
  const lost = agents.filter((agent) => findAgent(agent) === undefined);
  if (lost.length > 0)
    return `there is no ${lost.join(', ')} 1.20: set ${variable} to the folder that has them`;
  return hierarchies().length === 0 ? 'control groups of version 1 are needed' : undefined;
}

/** The path of a program that `obstacle` has found. */
export function agentPath(agent: Agent): string {
  return findAgent(agent)!;
}

export const busyboxPath = (): string => find('busybox')!;

/** A mounted hierarchy of control groups. */
export interface Hierarchy {
  /** `/sys/fs/cgroup/memory` */
  path: string;
  hasCpus: boolean;
}

/** Those of version 1, as nodes use them; none where one that a node agent needs is missing. */
export function hierarchies(): Hierarchy[] {
  const found = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([, , type]) => type === 'cgroup')
    .map(([, path, , options]) => ({ path: path!, controllers: options!.split(',') }));
  const needed = ['cpu', 'cpuacct', 'cpuset', 'memory', 'devices', 'freezer', 'pids'];
  const isWhole = needed.every((one) => found.some(({ controllers }) => controllers.includes(one)));
  return isWhole
    ? found.map(({ path, controllers }) => ({ path, hasCpus: controllers.includes('cpuset') }))
    : [];
}

function findAgent(agent: Agent): string | undefined {
  const folder = process.env[variable];
  if (folder === undefined) return find(agent);
  const path = join(folder, agent);
  return existsSync(path) ? path : undefined;
}

function find(program: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  return folders
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path) && statSync(path).isFile());
}

function isStatic(path: string): boolean {
  try {
    execFileSync('ldd', [path], { stdio: 'ignore' });
    return false;
  } catch {
    return true;
  }
}
