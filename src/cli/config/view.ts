import {
  flattened,
  minified,
  type NamedEntry,
  redacted,
  type WholeConfig,
} from '../../client/config/edit/read-config.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { objectPrinter } from '../shared/output/object-printer.ts';
import { outputFlags, outputFormat } from '../shared/output/output-format.ts';
import { forUser, wholeConfig } from './files.ts';

export const view: Command = {
  usage: 'config view [flags]',
  details: 'Credentials and certificate data are omitted unless --raw is given.',
  examples: [
    '# Print the server of the current context',
    "orchctl config view --minify -o jsonpath='{.clusters[0].cluster.server}'",
    '',
    '# Print one file that needs no others',
    'orchctl config view --flatten --raw > config',
  ],
  flags: [
    ...outputFlags,
    {
      name: 'flatten',
      type: 'boolean',
      description: 'Print the contents of referenced files instead of their names',
    },
    {
      name: 'merge',
      type: 'boolean',
      default: 'true',
      hidden: true,
      description: 'Merge the kubeconfig files',
    },
    { name: 'minify', type: 'boolean', description: 'Omit what the current context does not use' },
    { name: 'raw', type: 'boolean', description: 'Show credentials and certificate data' },
  ],
  run,
};

async function run(context: CommandContext): Promise<void> {
  const { flags, host } = context;
  const format = outputFormat(flags);
  const shown = forUser(() => {
    const all = wholeConfig(context);
    const chosen = flags.boolean('minify') ? minified(all, flags.text('context') || all.currentContext) : all;
    const flat = flags.boolean('flatten') ? flattened(chosen) : chosen;
    return flags.boolean('raw') ? flat : redacted(flat);
  });
  const print = await objectPrinter(format.form === '' ? { ...format, form: 'yaml' } : format, {
    showManagedFields: true,
    allowMissingKeys: flags.boolean('allow-missing-template-keys'),
  });
  await host.out.write(print(documentOf(shown)));
}

const documentOf = ({ clusters, contexts, users, currentContext, preferences }: WholeConfig) => ({
  apiVersion: 'v1',
  kind: 'Config',
  'current-context': currentContext,
  preferences,
  clusters: listOf(clusters, 'cluster'),
  contexts: listOf(contexts, 'context'),
  users: listOf(users, 'user'),
});

const listOf = (entries: readonly NamedEntry[], field: string): object[] | null =>
  entries.length === 0 ? null : entries.map(({ name, values }) => ({ name, [field]: values }));
