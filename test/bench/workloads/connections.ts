import type { Settings } from '../settings.ts';

/** What the run was told for the workload; else what is usual for it; else what small operations have. */
export function connectionsFor({ connections }: Settings, workload: string, usual?: number): number {
  return connections.get(workload) ?? usual ?? connections.get('') ?? 16;
}
