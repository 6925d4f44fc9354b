import type { Command, CommandContext } from '../shared/command.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { fileFlags, filesOf } from '../shared/manifests/file-flags.ts';
import { labelMatcher } from '../shared/manifests/label-matcher.ts';
import { manifestTargets } from '../shared/manifests/manifest-targets.ts';
import { outputFlags } from '../shared/output/output-format.ts';
import type { ManifestTarget } from '../shared/resources/target.ts';
import { changeCauseOf, recordFlag, withCause } from '../shared/writes/change-cause.ts';
import { eachOf } from '../shared/writes/each-object.ts';
import { fieldManager } from '../shared/writes/field-manager.ts';
import { outcomePrinter } from '../shared/writes/outcome.ts';
import {
  allFlag,
  dryRunFlag,
  dryRunOf,
  fieldManagerFlag,
  selectorFlag,
  validateFlag,
  validationOf,
} from '../shared/writes/write-flags.ts';
import { ObjectWriter } from '../shared/writes/writer.ts';
import { applyFlags, isServerSide } from './apply-flags.ts';
import type { Applied, Applying, ApplyOne } from './applying.ts';

export const apply: Command = {
  usage: 'apply (-f FILENAME | -f -) [flags]',
  details:
    'Creates missing objects and updates the others. The server merges, and tracks the owners of fields; fields of other field managers are conflicts.\n\nWith --server-side=false orchctl merges, by the last-applied-configuration annotation.',
  examples: [
    '# Apply all objects of a file',
    'orchctl apply -f web.yaml',
    '',
    '# Show the changes without making them',
    'orchctl apply -f web.yaml --dry-run=server -o yaml',
    '',
    '# Take over fields of other field managers',
    'orchctl apply -f web.yaml --force-conflicts',
  ],
  flags: [
    ...fileFlags,
    ...outputFlags,
    ...applyFlags,
    ...[dryRunFlag, fieldManagerFlag, validateFlag, selectorFlag, allFlag, recordFlag],
  ],
  run,
};

async function run(context: CommandContext): Promise<void> {
  const { flags, session, host } = context;
  const merges = isServerSide(context);
  const dryRun = dryRunOf(flags);
  const options = { validation: validationOf(flags), dryRun };
  const report = await outcomePrinter(flags, host, dryRun);
  const manager = await fieldManager(session, flags, merges ? '' : '-client-side-apply');
  const writer = new ObjectWriter(await session.client(), { fieldManager: manager, ...options });
  const applying: Applying = { context, writer, dryRun };
  const applyOne = await applier(applying, merges);
  const done: Applied[] = [];
  let count = 0;
  await eachOf(selectedTargets(context), async (target) => {
    count++;
    requireName(target);
    const applied = await applyOne(target);
    done.push(applied);
    await report(applied);
  });
  if (count === 0) throw new CliError('no objects passed to apply');
  if (flags.boolean('prune')) await (await import('./prune.ts')).prune(applying, done, report);
}

async function applier(applying: Applying, merges: boolean): Promise<ApplyOne> {
  if (merges) return (await import('./server-side.ts')).serverSideApply(applying);
  return (await import('./client-side.ts')).clientSideApply(applying);
}

function requireName({ name, source, object }: ManifestTarget): void {
  if (name !== '') return;
  const { generateName } = object.metadata;
  throw new CliError(
    generateName === undefined
      ? `error when applying "${source}": metadata.name is not given`
      : `from ${generateName}: cannot use generate name with apply`,
  );
}

/** The objects of the files that have the labels. */
async function* selectedTargets(context: CommandContext): AsyncGenerator<ManifestTarget> {
  const { flags, session } = context;
  const matches = await labelMatcher(flags.text('selector'));
  const cause = await changeCauseOf(context);
  for await (const target of manifestTargets(session, filesOf(flags))) {
    if (!matches(target)) continue;
    // Part of the configuration, as every field that apply writes.
    yield cause === undefined ? target : { ...target, object: withCause(target.object, cause) };
  }
}
