import type { CoreV1Pod } from '../../../api/schema/types.gen.ts';
import { pathOf } from '../../../client/api/resource-client.ts';
import { converse } from '../../../client/pod-streams/container-streams.ts';
import type { LocalStreams, TerminalSizes } from '../../../client/pod-streams/local-streams.ts';
import { UpgradeTarget } from '../../../client/upgrade/upgrade-target.ts';
import { CliError, SilentExit } from '../errors/cli-error.ts';
import type { Host } from '../host.ts';
import type { Session } from '../session/session.ts';
import { podType } from './find-pods.ts';

export interface Conversation {
  pod: CoreV1Pod;
  subresource: 'attach' | 'exec';
  container: string;
  /** The command of exec. */
  command: readonly string[];
  streams: LocalStreams;
}

/** The server, for requests that take over a connection. */
export async function upgradeTarget(session: Session): Promise<UpgradeTarget> {
  const { config } = await session.connection();
  return new UpgradeTarget(config, `orchctl/${session.tools.version}`);
}

/** Resolves with the exit code of the command. Rejects with CliError for a pod that has ended. */
export async function converseWith(
  session: Session,
  { pod, subresource, container, command, streams }: Conversation,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  const phase = pod.status?.phase ?? '';
  if (phase === 'Succeeded' || phase === 'Failed') {
    const verb = subresource === 'exec' ? 'exec into' : 'attach';
    throw new CliError(`cannot ${verb} a container in a completed pod; current phase is ${phase}`);
  }
  const { stdin, stdout, stderr, tty } = streams;
  const query = new URLSearchParams([
    ...command.map((word) => ['command', word] as [string, string]),
    ['container', container],
    ...flagPairs({
      stdin: stdin !== undefined,
      stdout: stdout !== undefined,
      stderr: stderr !== undefined,
      tty,
    }),
  ]);
  const { namespace = '', name = '' } = pod.metadata;
  const path = `${pathOf(podType, namespace, name, subresource)}?${query}`;
  return converse(await upgradeTarget(session), path, streams, signal);
}

const flagPairs = (flags: Record<string, boolean>): [string, string][] =>
  Object.entries(flags)
    .filter(([, isSet]) => isSet)
    .map(([name]) => [name, 'true']);

/** The exit code becomes that of this program. */
export function endWith(host: Host, code: number): void {
  if (code === 0) return;
  host.err.line(`command terminated with exit code ${code}`);
  throw new SilentExit(code);
}

export interface TerminalRequest {
  /** -i and -t. */
  stdin: boolean;
  tty: boolean;
  quiet: boolean;
}

/** The ends of the conversation: the user's terminal is used as one when both sides have one. */
export function localStreams(host: Host, { stdin, tty, quiet }: TerminalRequest): LocalStreams {
  const hasTerminal = host.stdin.isTTY === true;
  if (tty && stdin && !hasTerminal && !quiet) {
    host.err.line('Unable to use a TTY - input is not a terminal or the right kind of file');
  }
  const isTerminal = tty && stdin && hasTerminal;
  return {
    stdin: stdin ? host.stdin : undefined,
    stdout: host.out.stream,
    // A terminal has one stream for both.
    stderr: isTerminal ? undefined : host.err.stream,
    tty: isTerminal,
    sizes: isTerminal ? terminalSizes(host) : undefined,
  };
}

/** While something runs every key goes to the container, Ctrl-C too, and nothing is echoed here. */
export async function withRawTerminal<T>(host: Host, isTerminal: boolean, run: () => Promise<T>): Promise<T> {
  if (!isTerminal) return run();
  host.stdin.setRawMode?.(true);
  try {
    return await run();
  } finally {
    host.stdin.setRawMode?.(false);
  }
}

function terminalSizes({ out }: Host): TerminalSizes {
  return {
    current: () => {
      const { columns, rows } = out;
      return columns === undefined || rows === undefined ? undefined : { width: columns, height: rows };
    },
    onChange: (changed) => {
      out.stream.on('resize', changed);
      return () => out.stream.off('resize', changed);
    },
  };
}
