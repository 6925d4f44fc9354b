import type { TopCommandEntry } from '../command-entry.ts';

export const rolloutEntry: TopCommandEntry = {
  name: 'rollout',
  group: 'deploy',
  summary: 'Manage the rollout of a workload',
  commands: [
    {
      name: 'history',
      summary: 'View rollout history',
      load: async () => (await import('./history.ts')).history,
    },
    {
      name: 'pause',
      summary: 'Pause the rollout of a deployment',
      load: async () => (await import('./change-rollout.ts')).pause,
    },
    {
      name: 'restart',
      summary: 'Restart a workload',
      load: async () => (await import('./change-rollout.ts')).restart,
    },
    {
      name: 'resume',
      summary: 'Resume a paused deployment',
      load: async () => (await import('./change-rollout.ts')).resume,
    },
    {
      name: 'status',
      summary: 'Show the status of a rollout',
      load: async () => (await import('./status.ts')).status,
    },
    {
      name: 'undo',
      summary: 'Undo a previous rollout',
      load: async () => (await import('./undo.ts')).undo,
    },
  ],
};
