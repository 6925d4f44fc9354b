import type { CoreV1Pod } from '../../../api/schema/types.gen.ts';
import type { CommandContext } from '../command.ts';
import { chooseContainer } from './containers.ts';
import { converseWith, localStreams, type TerminalRequest, withRawTerminal } from './conversation.ts';

export interface AttachRequest extends TerminalRequest {
  /** "" for the default one of the pod. */
  container: string;
  /** Ends the conversation. */
  signal?: AbortSignal;
}

/** Joins the process of a container. Resolves with its exit code as far as the node agent knows it. */
export async function attachTo(
  { session, host }: Pick<CommandContext, 'host' | 'session'>,
  pod: CoreV1Pod,
  { container: wanted, stdin, tty, quiet, signal }: AttachRequest,
): Promise<{ code: number; container: string }> {
  const note = (line: string): void => {
    if (!quiet) host.err.line(line);
  };
  const container = chooseContainer(pod, wanted, await session.dialect(), note);
  const hasTerminal = container.tty === true;
  if (tty && !hasTerminal) {
    note(`error: Unable to use a TTY - container ${container.name} did not allocate one`);
  }
  const streams = localStreams(host, { stdin, tty: hasTerminal, quiet: quiet || !tty });
  // The output of a terminal is one stream, whatever is at this end.
  const joined = hasTerminal ? { ...streams, tty: true, stderr: undefined } : streams;
  if (stdin) note("If you don't see a command prompt, try pressing enter.");
  const conversation = { pod, container: container.name, command: [], streams: joined };
  const code = await withRawTerminal(host, streams.tty, () =>
    converseWith(session, { ...conversation, subresource: 'attach' }, signal),
  );
  if (stdin && hasTerminal && pod.spec?.restartPolicy === 'Always') {
    note(
      `Session ended, resume using 'orchctl attach ${pod.metadata.name} -c ${container.name} -i -t' command when the pod is running`,
    );
  }
  return { code, container: container.name };
}
