import type { TopCommandEntry } from '../command-entry.ts';

export const configEntry: TopCommandEntry = {
  name: 'config',
  group: 'settings',
  summary: 'Modify kubeconfig files',
  commands: [
    {
      name: 'current-context',
      summary: 'Display the current context',
      load: async () => (await import('./look-ups.ts')).currentContext,
    },
    {
      name: 'delete-cluster',
      summary: 'Delete the specified cluster from the kubeconfig',
      load: async () => (await import('./change.ts')).deleteCluster,
    },
    {
      name: 'delete-context',
      summary: 'Delete the specified context from the kubeconfig',
      load: async () => (await import('./change.ts')).deleteContext,
    },
    {
      name: 'delete-user',
      summary: 'Delete the specified user from the kubeconfig',
      load: async () => (await import('./change.ts')).deleteUser,
    },
    {
      name: 'get-clusters',
      summary: 'Display the clusters defined in the kubeconfig',
      load: async () => (await import('./look-ups.ts')).getClusters,
    },
    {
      name: 'get-contexts',
      summary: 'Display one or many contexts',
      load: async () => (await import('./look-ups.ts')).getContexts,
    },
    {
      name: 'get-users',
      summary: 'Display the users defined in the kubeconfig',
      load: async () => (await import('./look-ups.ts')).getUsers,
    },
    {
      name: 'rename-context',
      summary: 'Rename a context in the kubeconfig',
      load: async () => (await import('./change.ts')).renameContext,
    },
    {
      name: 'set',
      summary: 'Set an individual value in a kubeconfig file',
      load: async () => (await import('./change.ts')).set,
    },
    {
      name: 'set-cluster',
      summary: 'Set a cluster entry in the kubeconfig',
      load: async () => (await import('./set-entry.ts')).setCluster,
    },
    {
      name: 'set-context',
      summary: 'Set a context entry in the kubeconfig',
      load: async () => (await import('./set-entry.ts')).setContext,
    },
    {
      name: 'set-credentials',
      summary: 'Set a user entry in the kubeconfig',
      load: async () => (await import('./set-credentials.ts')).setCredentials,
    },
    {
      name: 'unset',
      summary: 'Unset an individual value in a kubeconfig file',
      load: async () => (await import('./change.ts')).unset,
    },
    {
      name: 'use-context',
      aliases: ['use'],
      summary: 'Set the current context in a kubeconfig file',
      load: async () => (await import('./change.ts')).useContext,
    },
    {
      name: 'view',
      summary: 'Display the merged kubeconfig',
      load: async () => (await import('./view.ts')).view,
    },
  ],
};
