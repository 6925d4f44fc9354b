import type { NamedEntry } from '../../client/config/edit/read-config.ts';
import type { Command, CommandContext } from '../shared/command.ts';
import { CliError, UsageError } from '../shared/errors/cli-error.ts';
import { Columns } from '../shared/output/columns.ts';
import { wholeConfig } from './files.ts';

export const currentContext: Command = {
  usage: 'config current-context [flags]',
  flags: [],
  run: async (context) => {
    const { currentContext: name } = wholeConfig(context);
    if (name === '') throw new CliError('current-context is not set');
    context.host.out.line(name);
  },
};

export const getClusters = namesCommand('get-clusters', 'clusters');
export const getUsers = namesCommand('get-users', 'users');

function namesCommand(name: string, kind: 'clusters' | 'users'): Command {
  return {
    usage: `config ${name} [flags]`,
    flags: [],
    run: async (context) => {
      const names = wholeConfig(context)[kind].map((entry) => entry.name);
      for (const line of ['NAME', ...names]) context.host.out.line(line);
    },
  };
}

export const getContexts: Command = {
  usage: 'config get-contexts [NAME ...] [-o name] [flags]',
  details: 'The current context is marked.',
  examples: ['orchctl config get-contexts', '', 'orchctl config get-contexts staging production'],
  flags: [
    { name: 'no-headers', type: 'boolean', description: 'Omit column headers' },
    { name: 'output', short: 'o', type: 'text', description: 'name: prints names only' },
  ],
  run: printContexts,
};

async function printContexts(context: CommandContext): Promise<void> {
  const { flags, words, host } = context;
  const output = flags.text('output');
  if (output !== '' && output !== 'name')
    throw new UsageError(`output must be one of '' or 'name': ${output}`);
  const config = wholeConfig(context);
  const missing = words.filter((word) => !config.contexts.some(({ name }) => name === word));
  const shown = config.contexts.filter(({ name }) => words.length === 0 || words.includes(name));
  if (output === 'name') for (const { name } of shown) host.out.line(name);
  else {
    const headers = ['CURRENT', 'NAME', 'CLUSTER', 'AUTHINFO', 'NAMESPACE'];
    const rows = shown.map((one) => rowOf(one, config.currentContext));
    await host.out.write(new Columns().format(flags.boolean('no-headers') ? rows : [headers, ...rows]));
  }
  if (missing.length > 0) {
    throw new AggregateError(missing.map((name) => new CliError(`context ${name} not found`)));
  }
}

function rowOf({ name, values }: NamedEntry, current: string): string[] {
  const text = (field: string): string => (typeof values[field] === 'string' ? values[field] : '');
  return [name === current ? '*' : '', name, text('cluster'), text('user'), text('namespace')];
}
