import type { CoreV1PodTemplateSpec, MetaV1ObjectMeta } from '../../api/schema/types.gen.ts';
import { warnOfName } from './name-warnings.ts';
import { workloadWarnings } from './pod-spec/warnings/pod-warnings.ts';
import type { ServedApi } from './served-api.ts';

interface Workload {
  metadata: MetaV1ObjectMeta;
  spec: { template?: CoreV1PodTemplateSpec };
}

/** Warnings about a kind whose pods are named after it: about its name, and about the template. */
export function replicatedWarnings<T extends Workload>(api: ServedApi) {
  const ofName = warnOfName(api);
  const ofTemplate = workloadWarnings<T>(api);
  return (object: T, old: T | undefined): string[] => [...ofName(object, old), ...ofTemplate(object, old)];
}
