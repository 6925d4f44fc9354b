import { type CommandEntry, entry } from './command-entry.ts';

/** Connections with what runs in the cluster. */
export const streamCommands: readonly CommandEntry[] = [
  entry(
    'debug',
    'attach',
    'Join a process of a container',
    async () => (await import('./attach/attach.ts')).attach,
  ),
  entry('debug', 'cp', 'Copy files to and from containers', async () => (await import('./cp/cp.ts')).cp),
  entry('debug', 'exec', 'Run a command in a container', async () => (await import('./exec/exec.ts')).exec),
  entry(
    'debug',
    'logs',
    'Print what containers have written',
    async () => (await import('./logs/logs.ts')).logs,
  ),
  entry(
    'debug',
    'port-forward',
    'Make ports of a pod reachable here',
    async () => (await import('./port-forward/port-forward.ts')).portForward,
  ),
  entry(
    'cluster',
    'cluster-info',
    'Print where the server is',
    async () => (await import('./cluster-info/cluster-info.ts')).clusterInfo,
  ),
  entry(
    'cluster',
    'cluster-info dump',
    'Print what is needed to look for a fault',
    async () => (await import('./cluster-info/dump.ts')).dump,
  ),
  entry(
    'debug',
    'proxy',
    'Serve the API on this machine',
    async () => (await import('./proxy/proxy.ts')).proxy,
  ),
];
