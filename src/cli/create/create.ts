import type { ApiObject } from '../../api/meta/metadata.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { windowsFlag } from '../shared/editor/edit-flags.ts';
import { CliError, ContextError, UsageError } from '../shared/errors/cli-error.ts';
import { lastAppliedKey, withLastApplied } from '../shared/last-applied/last-applied.ts';
import { fileFlags, filesOf } from '../shared/manifests/file-flags.ts';
import { labelMatcher } from '../shared/manifests/label-matcher.ts';
import { manifestTargets } from '../shared/manifests/manifest-targets.ts';
import { outputFlags } from '../shared/output/output-format.ts';
import { rawFlag } from '../shared/raw/raw-flag.ts';
import type { ManifestTarget } from '../shared/resources/target.ts';
import { changeCauseOf, recordFlag } from '../shared/writes/change-cause.ts';
import { eachOf } from '../shared/writes/each-object.ts';
import { fieldManager } from '../shared/writes/field-manager.ts';
import { outcomePrinter } from '../shared/writes/outcome.ts';
import {
  dryRunFlag,
  dryRunOf,
  fieldManagerFlag,
  saveConfigFlag,
  selectorFlag,
  validateFlag,
  validationOf,
} from '../shared/writes/write-flags.ts';
import { ObjectWriter } from '../shared/writes/writer.ts';

export const create: Command = {
  usage: 'create -f FILENAME [flags]',
  details: 'The commands below create objects of common types from flags.',
  examples: [
    '# Create the objects of a file',
    'orchctl create -f web.yaml',
    '',
    '# Create a deployment without a file',
    'orchctl create deployment web --image=nginx --replicas=3',
  ],
  flags: [
    ...fileFlags,
    ...outputFlags,
    ...[dryRunFlag, fieldManagerFlag, validateFlag, saveConfigFlag, recordFlag, selectorFlag],
    rawFlag('POST'),
    { name: 'edit', type: 'boolean', description: 'Open each object in an editor before it is created' },
    windowsFlag,
  ],
  run,
};

async function run(context: CommandContext): Promise<void> {
  const { flags, session, host, words } = context;
  if (flags.text('raw') !== '') return (await import('../shared/raw/send-raw.ts')).sendRaw(context, 'POST');
  const files = filesOf(flags);
  if (words.length > 0) throw new UsageError(`Unexpected args: [${words.join(' ')}]`);
  if (files.names.length === 0 && files.kustomize === '') throw new CliError('must specify one of -f and -k');
  const dryRun = dryRunOf(flags);
  const report = await outcomePrinter(flags, host, dryRun);
  const manager = await fieldManager(session, flags, '-create');
  const options = {
    fieldManager: manager,
    dryRun,
    validation: validationOf(flags),
    cause: await changeCauseOf(context),
  };
  const writer = new ObjectWriter(await session.client(), options);
  const key = flags.boolean('save-config') ? lastAppliedKey(await session.dialect()) : undefined;
  let count = 0;
  await eachOf(chosenTargets(context), async (target) => {
    count++;
    const sent = key === undefined ? target.object : withLastApplied(target.object, key);
    try {
      const object =
        dryRun === 'client' ? (writer.recorded(sent) as ApiObject) : await writer.create(target, sent);
      await report({ type: target.type, object, verb: 'created' });
    } catch (error) {
      throw new ContextError(`error when creating "${target.source}"`, error);
    }
  });
  if (count === 0 && !flags.boolean('edit')) throw new CliError('no objects passed to create');
}

/** The objects of the files that have the labels, as the user leaves them with `--edit`. */
async function* chosenTargets(context: CommandContext): AsyncGenerator<ManifestTarget> {
  const { flags, session } = context;
  const matches = await labelMatcher(flags.text('selector'));
  const edit = flags.boolean('edit') ? (await import('./edit-before.ts')).editedBefore : undefined;
  for await (const target of manifestTargets(session, filesOf(flags))) {
    if (!matches(target)) continue;
    if (edit === undefined) yield target;
    else yield* await edit(context, target);
  }
}
