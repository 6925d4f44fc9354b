import type { Socket } from 'node:net';
import type { CoreV1Pod } from '../../api/schema/types.gen.ts';
import { pathOf } from '../../client/api/resource-client.ts';
import { PortForwarding } from '../../client/pod-streams/port-forward.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { CliError, UsageError } from '../shared/errors/cli-error.ts';
import type { Host } from '../shared/host.ts';
import { type Listener, listen } from '../shared/local/listeners.ts';
import { upgradeTarget } from '../shared/pods/conversation.ts';
import { findPod, podType } from '../shared/pods/find-pods.ts';
import { type ForwardedPort, parsePorts } from './ports.ts';

export const portForward: Command = {
  usage: 'port-forward TYPE/NAME [LOCAL_PORT:]REMOTE_PORT [...] [flags]',
  details:
    'Runs until it is interrupted.\n\nFor a service or a workload one pod is selected; the connection ends with it.',
  examples: [
    '# Forward the local port 8080 to port 80 of the pod',
    'orchctl port-forward web 8080:80',
    '',
    '# Forward a free port to the port https of a service',
    'orchctl port-forward service/web :https',
    '',
    '# Listen on all addresses, for other machines',
    'orchctl port-forward --address 0.0.0.0 deploy/web 8080',
  ],
  flags: [
    {
      name: 'address',
      type: 'list',
      default: 'localhost',
      description: 'Addresses to listen on: IP addresses, or localhost',
    },
    {
      name: 'pod-running-timeout',
      type: 'duration',
      default: '1m',
      description: 'How long to wait for a pod of the object',
    },
  ],
  run,
};

async function run(context: CommandContext): Promise<void> {
  const { words, flags, session, host } = context;
  const [word, ...portWords] = words;
  if (word === undefined || portWords.length === 0) {
    throw new UsageError('TYPE/NAME and list of ports are required for port-forward');
  }
  const pod = await findPod(session, word, flags.duration('pod-running-timeout'), (line) =>
    host.err.line(line),
  );
  const service = pod.owner?.kind === 'Service' ? pod.owner : undefined;
  const ports = parsePorts(portWords, pod, service);
  checkRunning(pod);
  const interrupted = host.interruption();
  const { namespace = '', name = '' } = pod.metadata;
  const path = pathOf(podType, namespace, name, 'portforward');
  const forwarding = await PortForwarding.open(await upgradeTarget(session), path, interrupted);
  const listeners: Listener[] = [];
  try {
    listeners.push(...(await openAll(host, forwarding, ports, flags.list('address'))));
    const isLost = await endOf(forwarding, interrupted);
    if (isLost) throw new CliError('lost connection to pod');
  } finally {
    for (const listener of listeners) listener[Symbol.dispose]();
    forwarding[Symbol.dispose]();
  }
}

function checkRunning({ status }: CoreV1Pod): void {
  if (status?.phase === 'Running') return;
  throw new CliError(
    `unable to forward port because pod is not running. Current status=${status?.phase ?? ''}`,
  );
}

async function openAll(
  host: Host,
  forwarding: PortForwarding,
  ports: readonly ForwardedPort[],
  addresses: readonly string[],
): Promise<Listener[]> {
  const listeners: Listener[] = [];
  for (const { local, remote } of ports) {
    const accept = (socket: Socket, port: number): void => void carry(host, forwarding, socket, port, remote);
    try {
      const opened = await listen(addresses, local, accept);
      for (const { place } of opened) host.out.line(`Forwarding from ${place} -> ${remote}`);
      listeners.push(...opened);
    } catch (error) {
      host.err.line((error as Error).message);
    }
  }
  if (listeners.length > 0) return listeners;
  const asked = ports.map(({ local, remote }) => `{${local} ${remote}}`).join(' ');
  throw new CliError(`unable to listen on any of the requested ports: [${asked}]`);
}

async function carry(
  host: Host,
  forwarding: PortForwarding,
  socket: Socket,
  port: number,
  remote: number,
): Promise<void> {
  host.out.line(`Handling connection for ${port}`);
  try {
    await forwarding.forward(socket, remote);
  } catch (error) {
    socket.destroy();
    host.err.line(`an error occurred forwarding ${port} -> ${remote}: ${(error as Error).message}`);
  }
}

/** Whether the connection was lost, and not ended by the user. */
function endOf(forwarding: PortForwarding, interrupted: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    void forwarding.closed.then(() => resolve(true));
    interrupted.addEventListener('abort', () => resolve(false), { once: true });
    if (interrupted.aborted) resolve(false);
  });
}
