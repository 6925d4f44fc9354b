import type { CoreV1Pod } from '../../api/schema/types.gen.ts';
import { isNotFound } from '../../client/api/api-error.ts';
import { pathOf } from '../../client/api/resource-client.ts';
import type { CommandContext } from '../shared/command.ts';
import { deleteAndWait, deleteObject } from '../shared/deletion/delete-and-wait.ts';
import { policyOf } from '../shared/deletion/policies.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { attachTo } from '../shared/pods/attach-to.ts';
import { podType } from '../shared/pods/find-pods.ts';
import { printAnswer } from '../shared/raw/print-answer.ts';
import type { ObjectPlace } from '../shared/writes/writer.ts';

/** Milliseconds between two looks at a pod. */
const pause = 200;
/** Time until the end of a container that has closed its streams is in the status, in milliseconds. */
const endTimeout = 60_000;

/**
 * Joins the pod that was made as soon as it runs, and deletes it afterwards where that is asked for, also when the user
 * interrupts. Rejects with the exit code of a container that is not started again.
 */
export async function attachedRun(context: CommandContext, name: string): Promise<void> {
  const { flags, session, host } = context;
  const interruption = flags.boolean('rm') ? host.interruption() : new AbortController().signal;
  try {
    await conversation(context, name, interruption);
  } catch (error) {
    if (interruption.aborted) throw new CliError('interrupted', 130);
    throw error;
  } finally {
    if (flags.boolean('rm')) {
      const discovery = await session.discovery();
      const place = { type: await discovery.resource('pods'), namespace: await session.namespace(), name };
      await deletePod(context, place).catch((error) => {
        if (!isNotFound(error)) throw error;
      });
      if (!flags.boolean('quiet')) host.out.line(`pod "${name}" deleted`);
    }
  }
}

async function deletePod({ flags, session }: CommandContext, place: ObjectPlace): Promise<void> {
  const given = flags.boolean('force') ? 0 : flags.integer('grace-period');
  const options = {
    propagationPolicy: policyOf(flags.text('cascade')),
    ...(given < 0 ? {} : { gracePeriodSeconds: given }),
  };
  const client = await session.client();
  if (flags.boolean('wait'))
    await deleteAndWait(client, place, options, flags.duration('timeout') || undefined);
  else await deleteObject(client, place, options);
}

async function conversation(context: CommandContext, name: string, signal: AbortSignal): Promise<void> {
  const { flags, session } = context;
  const timeout = flags.duration('pod-running-timeout');
  const pod = await podWhen(context, name, { timeout, signal, condition: hasBegun });
  const container = pod.spec?.containers?.[0]?.name ?? name;
  // A process that has ended cannot be joined: its output is in the log.
  if (hasEnded(pod)) {
    const path = pathOf(podType, await session.namespace(), name, 'log');
    await printAnswer(context, { method: 'GET', path, query: { container } });
  } else {
    const terminal = {
      stdin: flags.boolean('stdin'),
      tty: flags.boolean('tty'),
      quiet: flags.boolean('quiet'),
    };
    await attachTo({ session, host: context.host }, pod, { container, ...terminal, signal });
  }
  if (pod.spec?.restartPolicy === 'Always') return;
  const ended = await podWhen(context, name, { timeout: endTimeout, signal, condition: hasEnded });
  failAs(ended);
}

const hasBegun = ({ status }: CoreV1Pod): boolean =>
  status?.phase !== 'Pending' && status?.phase !== undefined;

const hasEnded = ({ status }: CoreV1Pod): boolean =>
  status?.phase === 'Succeeded' || status?.phase === 'Failed';

/** The exit code of the container becomes that of this program. */
function failAs({ metadata, status }: CoreV1Pod): void {
  if (status?.phase === 'Succeeded') return;
  const state = status?.containerStatuses?.find((one) => one.state?.terminated?.exitCode !== 0)?.state
    ?.terminated;
  const pod = `pod ${metadata.namespace}/${metadata.name}`;
  if (state === undefined) throw new CliError(`${pod} failed with unknown exit code`);
  throw new CliError(
    `${pod} terminated (${state.reason ?? ''})${state.message ? `\n${state.message}` : ''}`,
    state.exitCode,
  );
}

interface PodWait {
  /** Milliseconds. */
  timeout: number;
  signal: AbortSignal;
  condition: (pod: CoreV1Pod) => boolean;
}

/** The pod when the condition holds. Rejects with CliError when it does not in time. */
async function podWhen(
  { session }: CommandContext,
  name: string,
  { timeout, signal, condition }: PodWait,
): Promise<CoreV1Pod> {
  const client = await session.client();
  const path = pathOf(podType, await session.namespace(), name);
  const until = performance.now() + timeout;
  for (;;) {
    const pod = await client.json<CoreV1Pod>({ method: 'GET', path });
    if (condition(pod)) return pod;
    signal.throwIfAborted();
    if (performance.now() > until) throw new CliError('timed out waiting for the condition');
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
