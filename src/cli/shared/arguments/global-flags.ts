import type { CommandFlag } from './flag.ts';

/** Flags of every command. */
export const globalFlags: readonly CommandFlag[] = [
  { name: 'as', type: 'text', description: 'User to act as' },
  { name: 'as-group', type: 'texts', description: 'Group to act as a member of; may be repeated' },
  { name: 'as-uid', type: 'text', description: 'UID to act as' },
  {
    name: 'cache-dir',
    type: 'text',
    description: 'Directory of the cache (default $HOME/.kube/cache)',
  },
  {
    name: 'certificate-authority',
    type: 'text',
    description: 'File of the certificate authorities for the server',
  },
  { name: 'client-certificate', type: 'text', description: 'File with the client certificate' },
  { name: 'client-key', type: 'text', description: 'File with the key of the client certificate' },
  { name: 'cluster', type: 'text', description: 'Name of the cluster of the kubeconfig to use' },
  { name: 'context', type: 'text', description: 'Name of the context of the kubeconfig to use' },
  {
    name: 'disable-compression',
    type: 'boolean',
    description: 'Do not request compressed responses',
  },
  {
    name: 'insecure-skip-tls-verify',
    type: 'boolean',
    description: 'Skip verification of the server certificate: the connection is insecure',
  },
  { name: 'kubeconfig', type: 'text', description: 'Path of the kubeconfig file' },
  {
    name: 'match-server-version',
    type: 'boolean',
    description: 'Require the server to have the version of the client',
  },
  { name: 'namespace', short: 'n', type: 'text', description: 'Namespace of the objects' },
  { name: 'password', type: 'text', description: 'Password for basic authentication' },
  {
    name: 'request-timeout',
    type: 'text',
    default: '0',
    description: 'Timeout of a single request (1s, 2m, 3h); 0 for none',
  },
  { name: 'server', short: 's', type: 'text', description: 'Address and port of the server' },
  {
    name: 'tls-server-name',
    type: 'text',
    description: 'Server name for verification of the server certificate',
  },
  { name: 'token', type: 'text', description: 'Bearer token' },
  { name: 'user', type: 'text', description: 'Name of the user of the kubeconfig to use' },
  { name: 'username', type: 'text', description: 'User name for basic authentication' },
  {
    name: 'v',
    short: 'v',
    type: 'integer',
    default: '0',
    description: 'Verbosity of the log: 6 shows requests, 8 their headers',
  },
  {
    name: 'warnings',
    type: 'boolean',
    default: 'true',
    description:
      'Print warnings of the server and of deprecated flags (ORCHCTL_WARNINGS=false does the same)',
  },
  {
    name: 'warnings-as-errors',
    type: 'boolean',
    description: 'Treat warnings of the server as errors',
  },
  { name: 'help', short: 'h', type: 'boolean', description: 'Show help for the command', hidden: true },
];
