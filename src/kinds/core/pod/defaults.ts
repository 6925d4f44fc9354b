import type { CoreV1Container, CoreV1Pod, CoreV1PodStatus } from '../../../api/schema/types.gen.ts';
import { applyPodSpecDefaults, dropInitContainerAnnotations } from '../../shared/pod-spec/index.ts';
import { fillIn } from '../../shared/resources/quantities.ts';
import type { ServedApi } from '../../shared/served-api.ts';

export function applyDefaults({ metadata, spec, status }: CoreV1Pod, api: ServedApi): void {
  dropInitContainerAnnotations(metadata, api.dialect);
  for (const container of spec.containers ?? []) requestLimits(container);
  for (const container of spec.initContainers ?? []) requestLimits(container);
  spec.enableServiceLinks ??= true;
  applyPodSpecDefaults(spec, api);
  mirrorPodIp(status);
}

/** A container asks for what it is limited to, where it does not say. Templates keep what was said. */
function requestLimits({ resources }: CoreV1Container): void {
  const { limits = {}, requests = {} } = resources;
  if (Object.keys(limits).every((name) => Object.hasOwn(requests, name))) return;
  resources.requests = { ...requests };
  fillIn(resources.requests, limits);
}

/** `podIP` is the first of podIPs. Clients that know only the one may change it. */
function mirrorPodIp(status: CoreV1PodStatus): void {
  const first = status.podIPs?.[0]?.ip;
  if (status.podIP && status.podIP !== first) status.podIPs = [{ ip: status.podIP }];
  else if (first) status.podIP = first;
}
