import type { Command, CommandContext } from '../shared/command.ts';
import { CliError, UsageError } from '../shared/errors/cli-error.ts';
import { readHistory } from '../shared/history/read-history.ts';
import { noFiles } from '../shared/manifests/file-flags.ts';
import type { NameTarget } from '../shared/resources/target.ts';
import { targetsOf } from '../shared/resources/targets.ts';
import { changeLines } from './change-lines.ts';

export const history: Command = {
  usage: 'history TYPE[.GROUP]/NAME [flags]',
  details:
    'Lists the time, field manager and fields of each change.\n\nChanges are known until the server compacts its store, which it does every few minutes. Managers and times come from managedFields.',
  examples: [
    '# Show who scaled a deployment',
    'orchctl history deployment/web',
    '',
    '# Include changes of the status, as JSON patches',
    'orchctl history pod/web --status -o json',
  ],
  flags: [
    { name: 'status', type: 'boolean', description: 'Show changes of the status as well' },
    {
      name: 'output',
      short: 'o',
      type: 'text',
      description: 'Output format: json prints one change a line, with its JSON patch',
    },
  ],
  run,
};

async function run({ session, words, path, host, flags }: CommandContext): Promise<void> {
  const format = flags.text('output');
  if (format !== '' && format !== 'json') throw new CliError(`-o ${format}: the only format is json`);
  const targets = await Array.fromAsync(targetsOf(session, { path, words, files: noFiles, selector: '' }));
  const named = targets.filter((target): target is NameTarget => target.form === 'name');
  if (named.length !== 1 || targets.length !== 1)
    throw new UsageError('exactly one object must be named: history deployment/web');
  const found = await readHistory(await session.client(), named[0]!);
  const withStatus = flags.boolean('status');
  if (found.isCut) {
    host.err.line(`changes before revision ${found.from} are no longer kept`);
  }
  let printed = 0;
  for (const change of found.changes) {
    const lines = changeLines(change, { withStatus, isJson: format === 'json' });
    printed += lines.length;
    for (const line of lines) host.out.line(line);
  }
  if (printed === 0) host.err.line('no changes are known');
}
