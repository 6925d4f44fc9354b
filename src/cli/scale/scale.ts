import type { ApiObject } from '../../api/meta/metadata.ts';
import { isConflict } from '../../client/api/api-error.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { fileFlags, filesOf } from '../shared/manifests/file-flags.ts';
import { outputFlags } from '../shared/output/output-format.ts';
import { changeCauseOf, recordFlag } from '../shared/writes/change-cause.ts';
import { eachObject, type FoundObject } from '../shared/writes/each-object.ts';
import { outcomePrinter } from '../shared/writes/outcome.ts';
import { allFlag, dryRunFlag, dryRunOf, selectorFlag } from '../shared/writes/write-flags.ts';
import { ObjectWriter } from '../shared/writes/writer.ts';

export const scale: Command = {
  usage:
    'scale [--resource-version=VERSION] [--current-replicas=COUNT] --replicas=COUNT (-f FILENAME | TYPE NAME) [flags]',
  details:
    'For deployments, replica sets, stateful sets, replication controllers, and any other type with a scale subresource.',
  examples: [
    'orchctl scale deployment/web --replicas=3',
    'orchctl scale deployment/web --current-replicas=2 --replicas=3',
  ],
  flags: [
    ...fileFlags,
    ...outputFlags,
    ...[allFlag, selectorFlag, dryRunFlag, recordFlag],
    { name: 'replicas', type: 'integer', default: '-1', description: 'New number of replicas' },
    {
      name: 'current-replicas',
      type: 'integer',
      default: '-1',
      description: 'Scale only if this is the current size',
    },
    {
      name: 'resource-version',
      type: 'text',
      description: 'Scale only if this is the current resource version',
    },
    {
      name: 'timeout',
      type: 'duration',
      default: '0s',
      description: 'How long to wait for the new size; 0 does not wait',
    },
  ],
  run,
};

/** The Scale of an object of any type. */
interface Scale extends ApiObject {
  spec: { replicas?: number };
  status?: { replicas?: number };
}

async function run(context: CommandContext): Promise<void> {
  const { flags, session, host, words, path } = context;
  const replicas = flags.integer('replicas');
  if (!flags.has('replicas')) throw new CliError('required flag(s) "replicas" not set');
  if (replicas < 0)
    throw new CliError('The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0');
  const dryRun = dryRunOf(flags);
  const report = await outcomePrinter(flags, host, dryRun);
  const writer = new ObjectWriter(await session.client(), {
    fieldManager: '',
    dryRun,
    cause: await changeCauseOf(context),
  });
  const request = {
    path,
    words,
    files: filesOf(flags),
    selector: flags.text('selector'),
    needsSelection: true,
    all: flags.boolean('all'),
  };
  const count = await eachObject(session, request, async (found) => {
    if (dryRun !== 'client') await setReplicas(context, writer, found, replicas);
    if (dryRun === 'none' && flags.duration('timeout') > 0) await waitFor(context, writer, found, replicas);
    await report({ type: found.type, object: found.object, verb: 'scaled' });
  });
  if (count === 0) throw new CliError('no objects passed to scale');
}

/** Number of attempts of a write that conflicts with another one. */
const maxTries = 5;

async function setReplicas(
  { flags }: CommandContext,
  writer: ObjectWriter,
  found: FoundObject,
  replicas: number,
): Promise<void> {
  const expected = flags.integer('current-replicas');
  const version = flags.text('resource-version');
  if (expected < 0 && version === '') {
    await writer.patch(found, { patch: { spec: { replicas } }, type: 'merge', subresource: 'scale' });
    return;
  }
  for (let tries = 1; ; tries++) {
    const current = (await writer.get(found, 'scale')) as Scale;
    const { replicas: now = 0 } = current.spec;
    if (expected >= 0 && now !== expected)
      throw new CliError(`Expected replicas to be ${expected}, was ${now}`);
    if (version !== '' && current.metadata.resourceVersion !== version) {
      throw new CliError(
        `Expected resource version to be ${version}, was ${current.metadata.resourceVersion}`,
      );
    }
    try {
      await writer.update(found, { ...current, spec: { ...current.spec, replicas } }, 'scale');
      return;
    } catch (error) {
      if (!isConflict(error) || tries === maxTries) throw error;
    }
  }
}

/** Milliseconds between two looks. */
const pause = 500;

async function waitFor(
  { flags, host }: CommandContext,
  writer: ObjectWriter,
  found: FoundObject,
  replicas: number,
): Promise<void> {
  const { setTimeout: sleep } = await import('node:timers/promises');
  const end = host.now() + flags.duration('timeout');
  for (;;) {
    const { status } = (await writer.get(found, 'scale')) as Scale;
    if ((status?.replicas ?? 0) === replicas) return;
    if (host.now() + pause > end) throw new CliError('timed out waiting for the condition');
    await sleep(pause);
  }
}
