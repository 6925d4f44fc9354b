import type { Command } from '../shared/command.ts';
import { CliError, UsageError } from '../shared/errors/cli-error.ts';
import { wordsOf } from './change.ts';
import { checkEmbedded, embed, setFile, setText } from './entry-fields.ts';
import { change } from './files.ts';

export const setCluster: Command = {
  usage: 'config set-cluster NAME [flags]',
  details: 'Creates the cluster, or updates the fields that flags name.',
  examples: [
    'orchctl config set-cluster staging --server=https://10.0.0.1:6443 --certificate-authority=ca.crt --embed-certs',
  ],
  flags: [
    { name: 'server', type: 'text', description: 'Address of the server' },
    {
      name: 'certificate-authority',
      type: 'text',
      description: 'File of the certificate authorities for the server',
    },
    {
      name: 'insecure-skip-tls-verify',
      type: 'boolean',
      description: 'Skip verification of the server certificate',
    },
    {
      name: 'tls-server-name',
      type: 'text',
      description: 'Server name for verification of the server certificate',
    },
    { name: 'proxy-url', type: 'text', description: 'Proxy on the way to the server' },
    embed,
  ],
  run: async (context) => {
    const { flags } = context;
    const [name] = wordsOf(context, 1);
    const authority = flags.text('certificate-authority');
    if (authority !== '' && flags.boolean('insecure-skip-tls-verify')) {
      throw new CliError('you cannot specify a certificate authority and insecure mode at the same time');
    }
    checkEmbedded(flags, ['certificate-authority']);
    change(context, (config) => {
      const entry = config.entryOrNew('clusters', name!);
      for (const field of ['server', 'tls-server-name', 'proxy-url']) setText(entry, flags, field);
      if (flags.has('insecure-skip-tls-verify')) {
        const isInsecure = flags.boolean('insecure-skip-tls-verify');
        entry.set(['insecure-skip-tls-verify'], isInsecure);
        if (isInsecure) for (const end of ['', '-data']) entry.remove(`certificate-authority${end}`);
      }
      if (authority !== '') entry.remove('insecure-skip-tls-verify');
      setFile(entry, flags, 'certificate-authority');
    });
    context.host.out.line(`Cluster "${name}" set.`);
  },
};

export const setContext: Command = {
  usage: 'config set-context (NAME | --current) [flags]',
  details: 'Creates the context, or updates the fields that flags name.',
  examples: ['orchctl config set-context --current --namespace=dev'],
  flags: [
    { name: 'current', type: 'boolean', description: 'Change the current context' },
    { name: 'cluster', type: 'text', description: 'Name of its cluster' },
    { name: 'user', type: 'text', description: 'Name of its user' },
    { name: 'namespace', short: 'n', type: 'text', description: 'Its namespace' },
  ],
  run: async (context) => {
    const { flags, words } = context;
    const isCurrent = flags.boolean('current');
    if (words.length > 1) throw new UsageError(`Unexpected args: [${words.join(' ')}]`);
    if (words.length === 1 && isCurrent) {
      throw new CliError('you cannot specify both a context name and --current');
    }
    if (words.length === 0 && !isCurrent) {
      throw new CliError('you must specify a non-empty context name or --current');
    }
    const { name, isNew } = change(context, (config) => {
      const chosen = words[0] ?? config.currentContext;
      if (chosen === '') throw new CliError('no current context is set');
      const isMade = config.entry('contexts', chosen) === undefined;
      const entry = config.entryOrNew('contexts', chosen);
      for (const field of ['cluster', 'user', 'namespace']) setText(entry, flags, field);
      return { name: chosen, isNew: isMade };
    });
    context.host.out.line(`Context "${name}" ${isNew ? 'created' : 'modified'}.`);
  },
};
