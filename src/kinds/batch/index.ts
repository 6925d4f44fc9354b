import type { AnyKindRules, KindDependencies } from '../../registry/kind-rules.ts';
import { cronJob } from './cron-job/index.ts';
import { job } from './job/index.ts';

export function batchKinds(dependencies: KindDependencies): AnyKindRules[] {
  return [cronJob(dependencies), job(dependencies)];
}
