import type { CoreV1Pod, CoreV1PodStatus } from '../../../api/schema/types.gen.ts';
import {
  applyPodSpecDefaults,
  dropInitContainerAnnotations,
  podFeatures,
} from '../../shared/pod-spec/index.ts';
import { roundUpToMilli } from '../../shared/resources/quantities.ts';
import type { ServedApi } from '../../shared/served-api.ts';
import { applyResourceDefaults } from './resource-defaults.ts';

export function applyDefaults({ metadata, spec, status }: CoreV1Pod, api: ServedApi): void {
  dropInitContainerAnnotations(metadata, api.dialect);
  applyResourceDefaults(spec, podFeatures(api.gates));
  applyPodSpecDefaults(spec, api);
  if (api.gates.isIn('1.24') && (spec.terminationGracePeriodSeconds ?? 0) < 0)
    spec.terminationGracePeriodSeconds = 1;
  mirrorPodIp(status);
  if (api.gates.isIn('1.27')) roundStatus(status);
}

/** Amounts that containers have been given are as fine as those that they ask for. */
function roundStatus({ containerStatuses = [], initContainerStatuses = [] }: CoreV1PodStatus): void {
  for (const { resources, allocatedResources } of [...containerStatuses, ...initContainerStatuses])
    roundUpToMilli(allocatedResources, resources?.limits, resources?.requests);
}

/** `podIP` is the first of podIPs. Clients that know only the one may change it. */
function mirrorPodIp(status: CoreV1PodStatus): void {
  const first = status.podIPs?.[0]?.ip;
  if (status.podIP && status.podIP !== first) status.podIPs = [{ ip: status.podIP }];
  else if (first) status.podIP = first;
}
