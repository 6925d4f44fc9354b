import type { KindDependencies, KindRules } from '../../registry/kind-rules.ts';
import { cronJob } from './cron-job/index.ts';
import { job } from './job/index.ts';

export function batchKinds(dependencies: KindDependencies): KindRules<any>[] {
  return [cronJob(dependencies), job(dependencies)];
}
