import { fillPlaceholders } from '../../api/meta/dialect.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { ResourceClient } from '../../client/api/resource-client.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { fileFlags, filesOf } from '../shared/manifests/file-flags.ts';
import { eachObject, type FoundObject } from '../shared/writes/each-object.ts';
import { selectorFlag } from '../shared/writes/write-flags.ts';
import { type RolloutStatus, rolloutStatus, type Workload } from './rollout-status.ts';

export const status: Command = {
  usage: 'rollout status (TYPE NAME | TYPE/NAME) [flags]',
  details: 'Reports progress until the rollout is complete. Exits with 1 if it has failed.',
  examples: ['orchctl rollout status deployment/web', 'orchctl rollout status deployment/web --watch=false'],
  flags: [
    ...fileFlags,
    selectorFlag,
    { name: 'watch', short: 'w', type: 'boolean', default: 'true', description: 'Wait until it is done' },
    {
      name: 'revision',
      type: 'integer',
      default: '0',
      description: 'Wait for this revision; fail if another one is rolled out',
    },
    {
      name: 'timeout',
      type: 'duration',
      default: '0s',
      description: 'How long to wait; 0 waits without limit',
    },
  ],
  run,
};

/** A week stands for "as long as it takes". */
const longest = 168 * 3_600_000;
/** Seconds for which a watch is asked. */
const watchSeconds = 300;

async function run(context: CommandContext): Promise<void> {
  const { flags, session, words, path } = context;
  const signal = AbortSignal.timeout(flags.duration('timeout') || longest);
  const request = { path, words, files: filesOf(flags), selector: flags.text('selector') };
  await eachObject(session, request, async (found) => {
    try {
      await follow(context, found, signal);
    } catch (error) {
      throw signal.aborted && !(error instanceof CliError)
        ? new CliError('timed out waiting for the condition')
        : error;
    }
  });
}

function requireRevision({ metadata }: ApiObject, key: string, wanted: number): void {
  const running = Number(metadata.annotations?.[key] ?? 0);
  if (running === wanted) return;
  throw new CliError(`desired revision (${wanted}) is different from the running revision (${running})`);
}

/** Prints each state of the rollout until it is done. */
async function follow(
  { flags, session, host }: CommandContext,
  found: FoundObject,
  signal: AbortSignal,
): Promise<void> {
  const { type, namespace, name } = found;
  let printed: string | undefined;
  const wanted = flags.integer('revision');
  const key = wanted > 0 ? fillPlaceholders(await session.dialect(), 'deployment.{label}/revision') : '';
  const tell = (object: object): RolloutStatus => {
    if (wanted > 0 && type.kind === 'Deployment') requireRevision(object as ApiObject, key, wanted);
    const state = rolloutStatus({ ...(object as Workload), kind: type.kind });
    if (state.message !== printed) host.out.line((printed = state.message));
    return state;
  };
  if (tell(found.object).isDone || !flags.boolean('watch')) return;
  const resource = new ResourceClient<Workload>(await session.client(), type);
  const fieldSelector = `metadata.name=${name}`;
  for (;;) {
    signal.throwIfAborted();
    const { metadata, items } = await resource.list(namespace, { fieldSelector }, signal);
    const [now] = items;
    if (now === undefined) throw new CliError('object has been deleted');
    if (tell(now).isDone) return;
    const query = {
      fieldSelector,
      resourceVersion: metadata.resourceVersion ?? '',
      timeoutSeconds: watchSeconds,
    };
    for await (const event of resource.watch(namespace, query, signal)) {
      if (event.type === 'DELETED') throw new CliError('object has been deleted');
      if (event.type !== 'BOOKMARK' && tell(event.object).isDone) return;
    }
  }
}
