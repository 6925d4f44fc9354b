import type { TopCommandEntry } from '../command-entry.ts';

export const cordonEntry: TopCommandEntry = {
  name: 'cordon',
  group: 'cluster',
  summary: 'Mark a node as unschedulable',
  load: async () => (await import('./cordon.ts')).cordon,
};

export const uncordonEntry: TopCommandEntry = {
  name: 'uncordon',
  group: 'cluster',
  summary: 'Mark a node as schedulable',
  load: async () => (await import('./cordon.ts')).uncordon,
};

export const drainEntry: TopCommandEntry = {
  name: 'drain',
  group: 'cluster',
  summary: 'Drain a node in preparation for maintenance',
  load: async () => (await import('./drain.ts')).drain,
};
