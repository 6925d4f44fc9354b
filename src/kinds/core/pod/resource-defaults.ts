import type { CoreV1Container, CoreV1PodSpec } from '../../../api/schema/types.gen.ts';
import type { Quantity } from '../../../api/values/quantity.ts';
import { aggregateOf, isPodLevelResource, type PodFeatures } from '../../shared/pod-spec/index.ts';
import { isHugePages } from '../../shared/resources/names.ts';
import { fillIn } from '../../shared/resources/quantities.ts';

/** Fills in what containers and pods ask for, where they do not say. Templates keep what was said. */
export function applyResourceDefaults(spec: CoreV1PodSpec, features: PodFeatures): void {
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  for (const container of containers) requestLimits(container);
  if (features.resizesInPlace && features.since27 && !features.since33) {
    for (const container of spec.containers ?? []) fillResizePolicy(container);
  }
  if (features.podLevelResources && spec.resources !== undefined) applyPodDefaults(spec, features);
}

/** A container asks for what it is limited to, where it does not say. */
function requestLimits({ resources }: CoreV1Container): void {
  const { limits = {}, requests = {} } = resources;
  if (Object.keys(limits).every((name) => Object.hasOwn(requests, name))) return;
  resources.requests = { ...requests };
  fillIn(resources.requests, limits);
}

function fillResizePolicy(container: CoreV1Container): void {
  const { requests } = container.resources;
  const missing = ['cpu', 'memory'].filter(
    (name) =>
      requests?.[name] !== undefined &&
      !container.resizePolicy?.some(({ resourceName }) => resourceName === name),
  );
  if (missing.length === 0) return;
  const added = missing.map((resourceName) => ({ resourceName, restartPolicy: 'NotRequired' }));
  container.resizePolicy = [...(container.resizePolicy ?? []), ...added];
}

type Amounts = Record<string, string>;

/** A pod as a whole asks for what its containers do together, and at least for what it is limited to. */
function applyPodDefaults(spec: CoreV1PodSpec, { since33 }: PodFeatures): void {
  const { limits: ownLimits = {}, requests: ownRequests = {} } = spec.resources!;
  const limits: Amounts = { ...ownLimits };
  const requests: Amounts = { ...ownRequests };
  if (since33) {
    fillMissing(
      limits,
      aggregateOf(spec, 'limits'),
      (name) => isHugePages(name) && !Object.hasOwn(requests, name),
    );
  }
  if (Object.keys(limits).length > 0) {
    fillMissing(
      requests,
      aggregateOf(spec, 'requests'),
      (name) => isPodLevelResource(name) && !isHugePages(name),
    );
    for (const [name, limit] of Object.entries(limits))
      if (isPodLevelResource(name)) requests[name] ??= limit;
  }
  const resources = { ...spec.resources };
  if (Object.keys(limits).length > 0) resources.limits = limits;
  if (Object.keys(requests).length > 0) resources.requests = requests;
  spec.resources = resources;
}

function fillMissing(
  amounts: Amounts,
  sums: ReadonlyMap<string, Quantity>,
  isFilled: (name: string) => boolean,
): void {
  for (const [name, sum] of sums) if (isFilled(name)) amounts[name] ??= sum.toString();
}
