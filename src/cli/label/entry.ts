import type { TopCommandEntry } from '../command-entry.ts';

export const labelEntry: TopCommandEntry = {
  name: 'label',
  group: 'settings',
  summary: 'Update the labels on a resource',
  load: async () => (await import('./label.ts')).label,
};

export const annotateEntry: TopCommandEntry = {
  name: 'annotate',
  group: 'settings',
  summary: 'Update the annotations on a resource',
  load: async () => (await import('./annotate.ts')).annotate,
};
