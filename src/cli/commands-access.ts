import { type CommandEntry, entry } from './command-entry.ts';

/** Who the user is and may be: credentials, access, and the client configuration. */
export const accessCommands: readonly CommandEntry[] = [
  entry('settings', 'auth', 'Ask about access, and reconcile roles'),
  entry(
    'settings',
    'auth can-i',
    'Ask whether an action is allowed',
    async () => (await import('./auth/can-i.ts')).canI,
  ),
  entry(
    'settings',
    'auth reconcile',
    'Bring roles and bindings up to what files say',
    async () => (await import('./auth/reconcile.ts')).reconcile,
  ),
  entry(
    'settings',
    'auth whoami',
    'Print as whom the server knows the user',
    async () => (await import('./auth/whoami.ts')).whoami,
  ),
  entry('cluster', 'certificate', 'Approve or deny requests for certificates'),
  entry(
    'cluster',
    'certificate approve',
    'Approve requests for certificates',
    async () => (await import('./certificate/decide.ts')).approve,
  ),
  entry(
    'cluster',
    'certificate deny',
    'Deny requests for certificates',
    async () => (await import('./certificate/decide.ts')).deny,
  ),
  entry(
    'basic',
    'create token',
    'Ask for a token of a service account',
    async () => (await import('./create/token.ts')).createToken,
  ),
  entry('settings', 'config', 'Show and change the client configuration'),
  entry(
    'settings',
    'config current-context',
    'Print the current context',
    async () => (await import('./config/look-ups.ts')).currentContext,
  ),
  entry(
    'settings',
    'config delete-cluster',
    'Take a cluster out',
    async () => (await import('./config/change.ts')).deleteCluster,
  ),
  entry(
    'settings',
    'config delete-context',
    'Take a context out',
    async () => (await import('./config/change.ts')).deleteContext,
  ),
  entry(
    'settings',
    'config delete-user',
    'Take a user out',
    async () => (await import('./config/change.ts')).deleteUser,
  ),
  entry(
    'settings',
    'config get-clusters',
    'Print the names of clusters',
    async () => (await import('./config/look-ups.ts')).getClusters,
  ),
  entry(
    'settings',
    'config get-contexts',
    'Print contexts',
    async () => (await import('./config/look-ups.ts')).getContexts,
  ),
  entry(
    'settings',
    'config get-users',
    'Print the names of users',
    async () => (await import('./config/look-ups.ts')).getUsers,
  ),
  entry(
    'settings',
    'config rename-context',
    'Give a context another name',
    async () => (await import('./config/change.ts')).renameContext,
  ),
  entry('settings', 'config set', 'Set one value', async () => (await import('./config/change.ts')).set),
  entry(
    'settings',
    'config set-cluster',
    'Make or change a cluster',
    async () => (await import('./config/set-entry.ts')).setCluster,
  ),
  entry(
    'settings',
    'config set-context',
    'Make or change a context',
    async () => (await import('./config/set-entry.ts')).setContext,
  ),
  entry(
    'settings',
    'config set-credentials',
    'Make or change a user',
    async () => (await import('./config/set-entry.ts')).setCredentials,
  ),
  entry(
    'settings',
    'config unset',
    'Take one value out',
    async () => (await import('./config/change.ts')).unset,
  ),
  {
    ...entry(
      'settings',
      'config use-context',
      'Make a context the current one',
      async () => (await import('./config/change.ts')).useContext,
    ),
    aliases: ['config use'],
  },
  entry(
    'settings',
    'config view',
    'Print the configuration',
    async () => (await import('./config/view.ts')).view,
  ),
];
