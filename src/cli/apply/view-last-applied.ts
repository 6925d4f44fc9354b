import type { Command } from '../shared/command.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { lastApplied, lastAppliedKey } from '../shared/last-applied/last-applied.ts';
import { fileFlags, filesOf } from '../shared/manifests/file-flags.ts';
import { writeSortedJson } from '../shared/output/write-json.ts';
import { eachObject } from '../shared/writes/each-object.ts';
import { allFlag, selectorFlag } from '../shared/writes/write-flags.ts';

export const viewLastApplied: Command = {
  usage: 'apply view-last-applied (TYPE NAME | -f FILENAME) [flags]',
  details: 'Apply writes them with --server-side=false.',
  examples: ['orchctl apply view-last-applied deployment/web'],
  flags: [
    ...fileFlags,
    ...[allFlag, selectorFlag],
    { name: 'output', short: 'o', type: 'text', default: 'yaml', description: 'yaml or json' },
  ],
  run: async ({ flags, session, host, words, path }) => {
    const format = flags.text('output');
    if (format !== 'yaml' && format !== 'json')
      throw new CliError(`Unexpected -o output mode: ${format}, the flag 'output' must be one of yaml|json`);
    const { writeYaml } = await import('../../api/codec/yaml-writer.ts');
    const key = lastAppliedKey(await session.dialect());
    const request = {
      path,
      words,
      files: filesOf(flags),
      selector: flags.text('selector'),
      needsSelection: true,
      all: flags.boolean('all'),
    };
    await eachObject(session, request, async ({ object, name }) => {
      const config = lastApplied(object, key);
      if (config === undefined)
        throw new CliError(`no last-applied-configuration annotation found on resource: ${name}`);
      await host.out.write(format === 'json' ? `${writeSortedJson(config)}\n` : writeYaml(config));
    });
  },
};
