import type { ApiObject } from '../../../api/meta/metadata.ts';
import type { CommandFlag } from '../arguments/flag.ts';
import type { CommandContext } from '../command.ts';
import { CliError } from '../errors/cli-error.ts';
import { fileFlags, filesOf } from '../manifests/file-flags.ts';
import { outputFlags } from '../output/output-format.ts';
import type { Change } from './change.ts';
import { changeCauseOf } from './change-cause.ts';
import { eachObject, type FoundObject } from './each-object.ts';
import { fieldManager } from './field-manager.ts';
import { outcomePrinter } from './outcome.ts';
import { allFlag, dryRunFlag, dryRunOf, fieldManagerFlag, selectorFlag } from './write-flags.ts';
import { ObjectWriter, type PatchRequest } from './writer.ts';

/** Flags of commands that patch each object they are given. */
export const changeFlags: readonly CommandFlag[] = [
  ...fileFlags,
  ...outputFlags,
  ...[allFlag, selectorFlag, dryRunFlag, fieldManagerFlag],
];

/** Patches each object, and says so. An object that fails does not stop the rest. */
export async function changeObjects(context: CommandContext, change: Change): Promise<void> {
  const { flags, session, host, path } = context;
  if (flags.defines('local') && flags.boolean('local')) {
    return (await import('./change-locally.ts')).changeLocally(context, change);
  }
  const dryRun = dryRunOf(flags);
  const report = await outcomePrinter(flags, host, dryRun);
  const manager = await fieldManager(session, flags, change.suffix);
  const writer = new ObjectWriter(await session.client(), {
    fieldManager: manager,
    dryRun,
    cause: await changeCauseOf(context),
  });
  const request = {
    path,
    words: change.words,
    files: filesOf(flags),
    selector: flags.text('selector'),
    needsSelection: true,
    all: flags.boolean('all'),
  };
  const count = await eachObject(session, request, async (found) => {
    const patch = await change.patchOf(found);
    if (patch === undefined && change.reportsUnchanged !== true) return;
    const isSent = patch !== undefined && dryRun !== 'client';
    const object: ApiObject = isSent
      ? await writer.patch(found, patch)
      : await previewOf(context, found, patch);
    await report({ type: found.type, object, verb: change.verb });
  });
  if (count === 0) throw new CliError('no objects were found');
}

async function previewOf(
  { session }: CommandContext,
  { object, type }: FoundObject,
  patch: PatchRequest | undefined,
): Promise<ApiObject> {
  if (patch === undefined || patch.type === 'apply' || patch.type === 'json') return object;
  const [{ patched }, { kindSchemas }] = await Promise.all([
    import('../merge/patched.ts'),
    import('../schema/kind-schema.ts'),
  ]);
  const schema = patch.type === 'strategic' ? kindSchemas(await session.dialect())(type) : undefined;
  return patched(object, patch.patch as Record<string, unknown>, schema);
}
