import type { TopCommandEntry } from '../command-entry.ts';

export const setEntry: TopCommandEntry = {
  name: 'set',
  group: 'basic',
  summary: 'Set specific features on objects',
  commands: [
    {
      name: 'image',
      summary: 'Update the images of containers',
      load: async () => (await import('./set-image.ts')).setImage,
    },
    {
      name: 'env',
      summary: 'Update environment variables of containers',
      load: async () => (await import('./set-env.ts')).setEnv,
    },
    {
      name: 'resources',
      summary: 'Update resource requests and limits of containers',
      load: async () => (await import('./set-resources.ts')).setResources,
    },
    {
      name: 'serviceaccount',
      summary: 'Update the service account of a pod template',
      load: async () => (await import('./set-serviceaccount.ts')).setServiceAccount,
    },
    {
      name: 'selector',
      summary: 'Set the selector of a service',
      load: async () => (await import('./set-selector.ts')).setSelector,
    },
    {
      name: 'subject',
      summary: 'Add subjects to a role binding or cluster role binding',
      load: async () => (await import('./set-subject.ts')).setSubject,
    },
  ],
};
