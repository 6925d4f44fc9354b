import { type CommandEntry, entry } from './command-entry.ts';

/** Commands that tell how something came about. */
export const insightCommands: readonly CommandEntry[] = [
  entry(
    'cluster',
    'check',
    'Print how the server is, on one page',
    async () => (await import('./check/check.ts')).check,
  ),
  entry(
    'advanced',
    'convert',
    'Convert objects of files to another version',
    async () => (await import('./convert/convert.ts')).convert,
  ),
  entry(
    'debug',
    'history',
    'Print the last changes of an object',
    async () => (await import('./history/history.ts')).history,
  ),
  entry(
    'debug',
    'tree',
    'Print owners and dependents of an object',
    async () => (await import('./tree/tree.ts')).tree,
  ),
  entry('debug', 'why', 'Explain a decision of the server', async () => (await import('./why/why.ts')).why),
];
