import { coldWorkload } from './cold.ts';
import { fanOutWorkloads } from './fan-out.ts';
import { growthWorkload } from './growth.ts';
import { pagesWorkload } from './pages.ts';
import { readWorkloads } from './reads.ts';
import type { Workload } from './workload.ts';
import { writeWorkloads } from './writes.ts';

const named = (name: string): Workload =>
  [...readWorkloads, ...writeWorkloads, pagesWorkload].find((workload) => workload.name === name)!;

/** In the order that they run in. */
export const workloads: readonly Workload[] = [
  'create',
  'get',
  'get-0',
  'list',
  'list-0',
  'list-gzip',
  'list-500',
  'list-label',
  'list-node',
  'list-node-0',
  'update',
  'patch',
  'delete',
]
  .map(named)
  .concat(fanOutWorkloads, growthWorkload, coldWorkload);

/** Throws for a name that is none. `usual` stands for those that run when nothing is named. */
export function chooseWorkloads(names: readonly string[] | undefined): Workload[] {
  const wanted = new Set(names ?? ['usual']);
  for (const name of wanted) {
    if (name !== 'usual' && !workloads.some((workload) => workload.name === name)) {
      const known = workloads.map((workload) => workload.name).join(', ');
      throw new Error(`there is no workload ${name}; there are: ${known}`);
    }
  }
  return workloads.filter(({ name, usual }) => wanted.has(name) || (usual && wanted.has('usual')));
}
