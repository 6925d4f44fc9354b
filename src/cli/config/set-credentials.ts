import type { EditableEntry } from '../../client/config/edit/edit-config.ts';
import type { FlagSet } from '../shared/arguments/flag-set.ts';
import type { Command } from '../shared/command.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { wordsOf } from './change.ts';
import { checkEmbedded, embed, setFile, setText } from './entry-fields.ts';
import { change } from './files.ts';

export const setCredentials: Command = {
  usage: 'config set-credentials NAME [flags]',
  details:
    'Creates the user, or updates its credentials: --token, --username with --password, a client certificate with its key, a program (--exec-command) or an issuer (--auth-provider).',
  examples: [
    'orchctl config set-credentials me --client-certificate=me.crt --client-key=me.key --embed-certs',
    '',
    'orchctl config set-credentials me --exec-command=login --exec-arg=token',
  ],
  flags: [
    { name: 'client-certificate', type: 'text', description: 'File with the client certificate' },
    { name: 'client-key', type: 'text', description: 'File with its key' },
    embed,
    { name: 'token', type: 'text', description: 'Bearer token' },
    { name: 'username', type: 'text', description: 'Name for basic authentication' },
    { name: 'password', type: 'text', description: 'Password for basic authentication' },
    { name: 'auth-provider', type: 'text', description: 'Name of the issuer’s protocol: oidc' },
    { name: 'auth-provider-arg', type: 'list', description: 'key=value for the issuer; key- removes it' },
    { name: 'exec-command', type: 'text', description: 'Program that gives credentials' },
    { name: 'exec-api-version', type: 'text', description: 'Version of the protocol with the program' },
    { name: 'exec-interactive-mode', type: 'text', description: 'Never, IfAvailable or Always' },
    {
      name: 'exec-provide-cluster-info',
      type: 'boolean',
      description: 'Pass information on the cluster to the program',
    },
    { name: 'exec-arg', type: 'list', description: 'Parameter of the program; may be repeated' },
    {
      name: 'exec-env',
      type: 'list',
      description: 'key=value for the environment of the program; key- removes it',
    },
  ],
  run: async (context) => {
    const [name] = wordsOf(context, 1);
    const { flags } = context;
    const isBasic = flags.text('username') !== '' || flags.text('password') !== '';
    if (flags.text('token') !== '' && isBasic) {
      throw new CliError(
        'you cannot specify more than one authentication method at the same time: --token, --username/--password',
      );
    }
    checkEmbedded(flags, ['client-certificate', 'client-key']);
    change(context, (config) => changeUser(config.entryOrNew('users', name!), flags, isBasic));
    context.host.out.line(`User "${name}" set.`);
  },
};

function changeUser(entry: EditableEntry, flags: FlagSet, isBasic: boolean): void {
  for (const field of ['client-certificate', 'client-key']) setFile(entry, flags, field);
  for (const field of ['token', 'username', 'password']) setText(entry, flags, field);
  // Of both, the server would be shown one only.
  if (flags.text('token') !== '') for (const field of ['username', 'password']) entry.remove(field);
  if (isBasic) for (const field of ['token', 'tokenFile']) entry.remove(field);
  const provider = flags.text('auth-provider');
  if (provider !== '' && entry.get(['auth-provider', 'name']) !== provider) {
    entry.set(['auth-provider'], { name: provider, config: {} });
  }
  for (const pair of flags.list('auth-provider-arg')) setPair(entry, ['auth-provider', 'config'], pair);
  changeExec(entry, flags);
}

function changeExec(entry: EditableEntry, flags: FlagSet): void {
  const fields = {
    'exec-command': 'command',
    'exec-api-version': 'apiVersion',
    'exec-interactive-mode': 'interactiveMode',
  };
  for (const [flag, field] of Object.entries(fields)) {
    if (flags.text(flag) !== '') entry.set(['exec', field], flags.text(flag));
  }
  if (flags.has('exec-provide-cluster-info')) {
    entry.set(['exec', 'provideClusterInfo'], flags.boolean('exec-provide-cluster-info'));
  }
  if (flags.has('exec-arg')) entry.set(['exec', 'args'], flags.list('exec-arg'));
  if (!flags.has('exec-env')) return;
  const known = entry.get(['exec', 'env']);
  const values = new Map<string, unknown>();
  for (const one of Array.isArray(known) ? (known as { name: string; value?: unknown }[]) : []) {
    values.set(one.name, one.value);
  }
  for (const pair of flags.list('exec-env')) {
    const [key, value] = pairOf(pair);
    if (value === undefined) values.delete(key);
    else values.set(key, value);
  }
  entry.set(
    ['exec', 'env'],
    [...values].map(([name, value]) => ({ name, value })),
  );
}

function setPair(entry: EditableEntry, path: readonly string[], pair: string): void {
  const [key, value] = pairOf(pair);
  if (value === undefined) entry.remove(...path, key);
  else entry.set([...path, key], value);
}

/** `a=b`, or `a-` to take it away. */
function pairOf(pair: string): [key: string, value: string | undefined] {
  const equals = pair.indexOf('=');
  if (equals >= 0) return [pair.slice(0, equals), pair.slice(equals + 1)];
  if (pair.endsWith('-')) return [pair.slice(0, -1), undefined];
  throw new CliError(`invalid argument "${pair}": must be key=value, or key- to take it away`);
}
