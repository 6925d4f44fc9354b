import type { Command } from '../shared/command.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { lastAppliedKey, withLastApplied } from '../shared/last-applied/last-applied.ts';
import { fileFlags, filesOf } from '../shared/manifests/file-flags.ts';
import { manifestTargets } from '../shared/manifests/manifest-targets.ts';
import { outputFlags } from '../shared/output/output-format.ts';
import { eachOf } from '../shared/writes/each-object.ts';
import { fieldManager } from '../shared/writes/field-manager.ts';
import { outcomePrinter } from '../shared/writes/outcome.ts';
import { dryRunFlag, dryRunOf } from '../shared/writes/write-flags.ts';
import { ObjectWriter } from '../shared/writes/writer.ts';

export const setLastApplied: Command = {
  usage: 'apply set-last-applied -f FILENAME [flags]',
  details: 'Nothing else of the object changes.',
  examples: ['orchctl apply set-last-applied -f web.yaml --create-annotation'],
  flags: [
    ...fileFlags,
    ...outputFlags,
    dryRunFlag,
    {
      name: 'create-annotation',
      type: 'boolean',
      description: 'Create the annotation if the object has none',
    },
  ],
  run: async ({ flags, session, host }) => {
    const files = filesOf(flags);
    if (files.names.length === 0) throw new CliError('must specify one of -f and -k');
    const dryRun = dryRunOf(flags);
    const report = await outcomePrinter(flags, host, dryRun);
    const key = lastAppliedKey(await session.dialect());
    const manager = await fieldManager(session, flags, '-client-side-apply');
    const writer = new ObjectWriter(await session.client(), { fieldManager: manager, dryRun });
    await eachOf(manifestTargets(session, files), async (target) => {
      const live = await writer.get(target);
      if (live.metadata.annotations?.[key] === undefined && !flags.boolean('create-annotation')) {
        throw new CliError(
          `no last-applied-configuration annotation found on resource: ${target.name}, to create the annotation, run the command with --create-annotation`,
        );
      }
      const { annotations } = withLastApplied(target.object, key).metadata as {
        annotations?: Record<string, string>;
      };
      const patch = { metadata: { annotations: { [key]: annotations?.[key] } } };
      const object = dryRun === 'client' ? live : await writer.patch(target, { patch, type: 'merge' });
      await report({ type: target.type, object, verb: 'configured' });
    });
  },
};
