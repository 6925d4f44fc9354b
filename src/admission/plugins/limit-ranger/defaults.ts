import type { CoreV1Container, CoreV1LimitRange, CoreV1Pod } from '../../../api/schema/types.gen.ts';

type Amounts = Record<string, string>;

/** Fills in what containers leave open, and says so in the annotation. */
export function applyDefaults(pod: CoreV1Pod, { spec }: CoreV1LimitRange, annotation: string): void {
  const requests: Amounts = {};
  const limits: Amounts = {};
  for (const { type, default: ofLimits, defaultRequest } of spec.limits ?? []) {
    if (type !== 'Container') continue;
    Object.assign(requests, defaultRequest);
    Object.assign(limits, ofLimits);
  }
  const { containers, initContainers } = pod.spec;
  const told = [
    ...(containers ?? []).flatMap((container) => fill(container, 'container', requests, limits)),
    ...(initContainers ?? []).flatMap((container) => fill(container, 'init container', requests, limits)),
  ];
  if (told.length === 0) return;
  const { annotations } = pod.metadata;
  pod.metadata.annotations = { ...annotations, [annotation]: `LimitRanger plugin set: ${told.join('; ')}` };
}

/** Says what it has set: `cpu, memory request for container main`. */
function fill(container: CoreV1Container, what: string, requests: Amounts, limits: Amounts): string[] {
  const { resources } = container;
  const told: string[] = [];
  for (const [field, word, defaults] of [
    ['requests', 'request', requests],
    ['limits', 'limit', limits],
  ] as const) {
    const present = resources[field] ?? {};
    const missing = Object.keys(defaults).filter((name) => !Object.hasOwn(present, name));
    if (missing.length === 0) continue;
    resources[field] = { ...present, ...Object.fromEntries(missing.map((name) => [name, defaults[name]!])) };
    told.push(`${missing.sort().join(', ')} ${word} for ${what} ${container.name}`);
  }
  return told;
}
