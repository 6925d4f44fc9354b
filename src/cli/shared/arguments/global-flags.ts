import type { CommandFlag } from './flag.ts';

/** Flags of every command. */
export const globalFlags: readonly CommandFlag[] = [
  { name: 'as', type: 'text', description: 'User to act as' },
  { name: 'as-group', type: 'texts', description: 'Group to act as a member of; may be repeated' },
  { name: 'as-uid', type: 'text', description: 'UID to act as' },
  {
    name: 'cache-dir',
    type: 'text',
    description: 'Directory of what is kept between calls (default $HOME/.kube/cache)',
  },
  {
    name: 'certificate-authority',
    type: 'text',
    description: 'File with the certificates of the authorities that may sign for the server',
  },
  { name: 'client-certificate', type: 'text', description: 'File with the client certificate' },
  { name: 'client-key', type: 'text', description: 'File with the key of the client certificate' },
  { name: 'cluster', type: 'text', description: 'Name of the cluster of the kubeconfig to use' },
  { name: 'context', type: 'text', description: 'Name of the context of the kubeconfig to use' },
  {
    name: 'disable-compression',
    type: 'boolean',
    description: 'Asks the server not to compress its answers',
  },
  {
    name: 'insecure-skip-tls-verify',
    type: 'boolean',
    description: 'Accepts any certificate of the server: the connection is not secure then',
  },
  { name: 'kubeconfig', type: 'text', description: 'The only configuration to read' },
  {
    name: 'match-server-version',
    type: 'boolean',
    description: 'Refuses to work with a server of another version',
  },
  { name: 'namespace', short: 'n', type: 'text', description: 'Namespace of the objects' },
  { name: 'password', type: 'text', description: 'Password for basic authentication' },
  {
    name: 'request-timeout',
    type: 'text',
    default: '0',
    description: 'How long a request may take (1s, 2m, 3h); 0 for ever',
  },
  { name: 'server', short: 's', type: 'text', description: 'Address and port of the server' },
  {
    name: 'tls-server-name',
    type: 'text',
    description: 'Name that the certificate of the server must have',
  },
  { name: 'token', type: 'text', description: 'Bearer token' },
  { name: 'user', type: 'text', description: 'Name of the user of the kubeconfig to use' },
  { name: 'username', type: 'text', description: 'User name for basic authentication' },
  {
    name: 'v',
    short: 'v',
    type: 'integer',
    default: '0',
    description: 'How much to print of what happens: 6 names requests, 8 their headers',
  },
  {
    name: 'warnings',
    type: 'boolean',
    default: 'true',
    description:
      'Prints warnings of the server and of deprecated flags (ORCHCTL_WARNINGS=false does the same)',
  },
  {
    name: 'warnings-as-errors',
    type: 'boolean',
    description: 'Ends with an error when the server has warned',
  },
  { name: 'help', short: 'h', type: 'boolean', description: 'Explains the command', hidden: true },
];
