import type { ApiObject } from '../../api/meta/metadata.ts';
import { isNotFound } from '../../client/api/api-error.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { kindName } from '../shared/discovery/served-api.ts';
import { CliError, ContextError } from '../shared/errors/cli-error.ts';
import { lastAppliedKey, withLastApplied } from '../shared/last-applied/last-applied.ts';
import { fileFlags, filesOf } from '../shared/manifests/file-flags.ts';
import { manifestTargets } from '../shared/manifests/manifest-targets.ts';
import { outputFlags } from '../shared/output/output-format.ts';
import { rawFlag } from '../shared/raw/raw-flag.ts';
import type { ManifestTarget } from '../shared/resources/target.ts';
import { eachOf } from '../shared/writes/each-object.ts';
import { fieldManager } from '../shared/writes/field-manager.ts';
import { outcomePrinter } from '../shared/writes/outcome.ts';
import {
  type DryRun,
  dryRunFlag,
  dryRunOf,
  fieldManagerFlag,
  saveConfigFlag,
  validateFlag,
  validationOf,
} from '../shared/writes/write-flags.ts';
import { ObjectWriter } from '../shared/writes/writer.ts';

export const replace: Command = {
  usage: 'replace -f FILENAME [flags]',
  details: 'With a resourceVersion in the file, only that version of the object is replaced.',
  examples: [
    'orchctl get deployment web -o yaml | sed "s/web:1/web:2/" | orchctl replace -f -',
    'orchctl replace --force -f pod.yaml',
  ],
  flags: [
    ...fileFlags,
    ...outputFlags,
    ...[dryRunFlag, fieldManagerFlag, validateFlag, saveConfigFlag],
    rawFlag('PUT'),
    {
      name: 'cascade',
      type: 'text',
      default: 'background',
      bare: 'background',
      description: 'With --force: deletion of dependents (background, foreground, orphan)',
    },
    {
      name: 'wait',
      type: 'boolean',
      description: 'Has no effect: with --force it is always waited for the end of the object',
    },
    { name: 'force', type: 'boolean', description: 'Delete the object and creates it anew' },
    {
      name: 'grace-period',
      type: 'integer',
      default: '-1',
      description: 'With --force: seconds to terminate gracefully',
    },
    {
      name: 'timeout',
      type: 'duration',
      default: '0s',
      description: 'With --force: how long to wait; 0 for five minutes',
    },
    { name: 'subresource', type: 'text', description: 'Replace a subresource of the object: status, scale' },
  ],
  run,
};

async function run(context: CommandContext): Promise<void> {
  const { flags, session, host, words } = context;
  if (flags.text('raw') !== '') return (await import('../shared/raw/send-raw.ts')).sendRaw(context, 'PUT');
  const files = filesOf(flags);
  if (words.length > 0) throw new CliError(`Unexpected args: [${words.join(' ')}]`);
  if (files.names.length === 0 && files.kustomize === '') throw new CliError('must specify one of -f and -k');
  if (!flags.boolean('force') && flags.integer('grace-period') >= 0) {
    throw new CliError('--grace-period must have --force specified');
  }
  const dryRun = dryRunOf(flags);
  const report = await outcomePrinter(flags, host, dryRun);
  const manager = await fieldManager(session, flags, '-replace');
  const options = { fieldManager: manager, dryRun, validation: validationOf(flags) };
  const writer = new ObjectWriter(await session.client(), options);
  const key = flags.boolean('save-config') ? lastAppliedKey(await session.dialect()) : undefined;
  let count = 0;
  await eachOf(manifestTargets(session, files), async (target) => {
    count++;
    const sent = key === undefined ? target.object : withLastApplied(target.object, key);
    const object = await replaceOne({ context, writer, dryRun }, target, sent);
    await report({ type: target.type, object, verb: 'replaced' });
  });
  if (count === 0) throw new CliError('no objects passed to replace');
}

interface Replacing {
  context: CommandContext;
  writer: ObjectWriter;
  dryRun: DryRun;
}

async function replaceOne(
  { context: { flags, session, host }, writer, dryRun }: Replacing,
  target: ManifestTarget,
  sent: object,
): Promise<ApiObject> {
  if (dryRun === 'client') return sent as ApiObject;
  try {
    if (!flags.boolean('force'))
      return await writer.update(target, sent, flags.text('subresource') || undefined);
    if (dryRun === 'none') {
      const [{ deleteAndWait }, { policyOf }] = await Promise.all([
        import('../shared/deletion/delete-and-wait.ts'),
        import('../shared/deletion/policies.ts'),
      ]);
      const propagationPolicy = policyOf(flags.text('cascade'));
      const gracePeriodSeconds = Math.max(0, flags.integer('grace-period'));
      const timeout = flags.duration('timeout') || 300_000;
      try {
        await deleteAndWait(
          await session.client(),
          target,
          { gracePeriodSeconds, propagationPolicy },
          timeout,
        );
        host.out.line(`${kindName(target.type)} "${target.name}" deleted`);
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    }
    return await writer.create(target, withoutVersion(sent));
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new ContextError(`error when replacing "${target.source}"`, error);
  }
}

/** An object that is created has no version yet. */
function withoutVersion(object: object): object {
  const { metadata, ...rest } = object as { metadata: { resourceVersion?: string; uid?: string } };
  const { resourceVersion: _, uid: __, ...kept } = metadata;
  return { ...rest, metadata: kept };
}
