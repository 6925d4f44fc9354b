import { type CommandEntry, entry } from './command-entry.ts';

/** Commands that change nothing. */
export const readingCommands: readonly CommandEntry[] = [
  entry(
    'other',
    'api-resources',
    'Print the resource types that the server serves',
    async () => (await import('./api-resources/api-resources.ts')).apiResources,
  ),
  entry(
    'other',
    'api-versions',
    'Print the API versions that the server serves, as group/version',
    async () => (await import('./api-versions/api-versions.ts')).apiVersions,
  ),
  entry(
    'debug',
    'describe',
    'Show details of a specific resource or group of resources',
    async () => (await import('./describe/describe.ts')).describe,
  ),
  entry(
    'debug',
    'events',
    'Print what happened to objects',
    async () => (await import('./events/events.ts')).events,
  ),
  entry(
    'basic',
    'explain',
    'Get documentation for a resource',
    async () => (await import('./explain/explain.ts')).explain,
  ),
  entry('basic', 'get', 'Display one or many resources', async () => (await import('./get/get.ts')).get),
  entry('cluster', 'top', 'Display resource (CPU/memory) usage'),
  {
    ...entry(
      'cluster',
      'top nodes',
      'Display usage of nodes',
      async () => (await import('./top/top.ts')).topNodes,
    ),
    aliases: ['top node', 'top no'],
  },
  {
    ...entry(
      'cluster',
      'top pods',
      'Display usage of pods',
      async () => (await import('./top/top.ts')).topPods,
    ),
    aliases: ['top pod', 'top po'],
  },
  entry(
    'other',
    'version',
    'Print the versions of this program and of the server',
    async () => (await import('./version/version.ts')).version,
  ),
  entry(
    'advanced',
    'wait',
    'Wait for a condition of one or many resources',
    async () => (await import('./wait/wait.ts')).wait,
  ),
];
