import { readdir, readFile, stat } from 'node:fs/promises';
import type { CommandFlag } from '../../shared/arguments/flag.ts';
import type { FlagSet } from '../../shared/arguments/flag-set.ts';
import { CliError } from '../../shared/errors/cli-error.ts';
import { creation, type Making } from '../create-object.ts';
import {
  configMap,
  registryFileSecret,
  registrySecret,
  secret,
  tlsSecret,
} from '../objects/config-objects.ts';
import { type FileReader, type KeyValueOwner, readKeyValues } from '../objects/key-values.ts';

const sourceFlags: readonly CommandFlag[] = [
  { name: 'from-file', type: 'texts', description: 'File, KEY=FILE, or directory; may be repeated' },
  { name: 'from-literal', type: 'texts', description: 'KEY=VALUE; may be repeated' },
  { name: 'from-env-file', type: 'texts', description: 'File with lines KEY=VALUE; may be repeated' },
];

const hashFlag: CommandFlag = {
  name: 'append-hash',
  type: 'boolean',
  description: 'Append a hash of the content to the name',
};

const files: FileReader = {
  read: (path) => readFile(path),
  filesIn: async (path) => {
    if (!(await stat(path)).isDirectory()) return undefined;
    const entries = await readdir(path, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();
  },
};

function entriesOf({ context: { flags, host } }: Making, owner: KeyValueOwner): Promise<Map<string, Buffer>> {
  const sources = {
    literals: flags.texts('from-literal'),
    files: flags.texts('from-file'),
    envFiles: flags.texts('from-env-file'),
  };
  return readKeyValues(sources, owner, { files, env: host.env });
}

const optionsOf = (name: string, flags: FlagSet) => ({ name, appendHash: flags.boolean('append-hash') });

export const createConfigMap = creation({
  usage: 'configmap NAME [--from-file=[KEY=]FILE] [--from-literal=KEY=VALUE]',
  examples: [
    'orchctl create configmap settings --from-file=settings.ini --from-literal=level=debug',
    'orchctl create configmap variables --from-env-file=.env',
  ],
  flags: [...sourceFlags, hashFlag],
  make: async (making) => {
    const { name, context } = making;
    return configMap(optionsOf(name, context.flags), await entriesOf(making, { kind: 'ConfigMap', name }));
  },
});

export const createSecret = creation({
  usage: 'secret generic NAME [--type=TYPE] [--from-file=[KEY=]FILE] [--from-literal=KEY=VALUE]',
  examples: ['orchctl create secret generic account --from-literal=user=me --from-file=password=./password'],
  flags: [...sourceFlags, hashFlag, { name: 'type', type: 'text', description: 'Type of the Secret' }],
  make: async (making) => {
    const { name, context } = making;
    const options = { ...optionsOf(name, context.flags), type: context.flags.text('type') };
    return secret(options, await entriesOf(making, { kind: 'Secret', name }));
  },
});

export const createTlsSecret = creation({
  usage: 'secret tls NAME --cert=FILE --key=FILE',
  details: 'Both are files in PEM.',
  examples: ['orchctl create secret tls web --cert=web.crt --key=web.key'],
  flags: [
    { name: 'cert', type: 'text', description: 'File of the certificate' },
    { name: 'key', type: 'text', description: 'File of the private key' },
    hashFlag,
  ],
  make: async ({ name, dialect, context: { flags } }) => {
    const [certificate, key] = [flags.text('cert'), flags.text('key')];
    if (certificate === '' || key === '') throw new CliError('key and cert must be specified');
    const pair = { certificate: await contentOf(certificate), key: await contentOf(key) };
    return tlsSecret(optionsOf(name, flags), pair, dialect);
  },
});

async function contentOf(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new CliError(`cannot read ${path}: ${(error as Error).message}`, 1, { cause: error });
  }
}

export const createRegistrySecret = creation({
  usage:
    'secret docker-registry NAME --docker-username=USER --docker-password=PASSWORD [--docker-server=URL]',
  examples: [
    'orchctl create secret docker-registry pull --docker-server=registry.example --docker-username=me --docker-password=...',
  ],
  flags: [
    {
      name: 'docker-server',
      type: 'text',
      default: 'https://index.docker.io/v1/',
      description: 'Address of the registry',
    },
    { name: 'docker-username', type: 'text', description: 'User' },
    { name: 'docker-password', type: 'text', description: 'Password' },
    { name: 'docker-email', type: 'text', description: 'Address of the user' },
    {
      name: 'from-file',
      type: 'texts',
      description: 'File with the credentials, instead of the flags for them',
    },
    hashFlag,
  ],
  make: async ({ name, dialect, context: { flags, host } }) => {
    const options = optionsOf(name, flags);
    const given = flags
      .texts('from-file')
      .map((path) => (path.includes('=') ? path : `.dockerconfigjson=${path}`));
    if (given.length > 0) {
      const sources = { literals: [], files: given, envFiles: [] };
      const entries = await readKeyValues(sources, { kind: 'Secret', name }, { files, env: host.env });
      return registryFileSecret(options, entries, dialect);
    }
    const account = {
      server: flags.text('docker-server'),
      username: flags.text('docker-username'),
      password: flags.text('docker-password'),
      email: flags.text('docker-email'),
    };
    if (account.username === '' || account.password === '') {
      throw new CliError(
        'either --from-file or the combination of --docker-username, --docker-password and --docker-server is required',
      );
    }
    return registrySecret(options, account, dialect);
  },
});
