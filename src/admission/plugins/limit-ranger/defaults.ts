import { entityTooLarge } from '../../../api/machinery/status.ts';
import type { CoreV1Container, CoreV1LimitRange, CoreV1Pod } from '../../../api/schema/types.gen.ts';

type Amounts = Record<string, string>;

/** Bytes that are filled in: a thousand containers times a thousand defaults would be more than any store keeps. */
const maxFilledBytes = 1.5 * 1024 * 1024;

/** What may still be filled into one pod. */
interface Budget {
  bytes: number;
}

/** Fills in what containers leave open, and says so in the annotation. Throws RequestEntityTooLarge. */
export function applyDefaults(pod: CoreV1Pod, { spec }: CoreV1LimitRange, annotation: string): void {
  const requests: Amounts = {};
  const limits: Amounts = {};
  for (const { type, default: ofLimits, defaultRequest } of spec.limits ?? []) {
    if (type !== 'Container') continue;
    Object.assign(requests, defaultRequest);
    Object.assign(limits, ofLimits);
  }
  const { containers, initContainers } = pod.spec;
  const defaults = [
    { field: 'requests', word: 'request', amounts: requests },
    { field: 'limits', word: 'limit', amounts: limits },
  ] as const;
  const budget = { bytes: maxFilledBytes };
  const told = [
    ...(containers ?? []).flatMap((container) => fill(container, 'container', defaults, budget)),
    ...(initContainers ?? []).flatMap((container) => fill(container, 'init container', defaults, budget)),
  ];
  if (told.length === 0) return;
  const { annotations } = pod.metadata;
  pod.metadata.annotations = { ...annotations, [annotation]: `LimitRanger plugin set: ${told.join('; ')}` };
}

interface Defaults {
  readonly field: 'requests' | 'limits';
  readonly word: string;
  readonly amounts: Amounts;
}

/** Says what it has set: `cpu, memory request for container main`. */
function fill(
  { name, resources }: CoreV1Container,
  what: string,
  defaults: readonly Defaults[],
  budget: Budget,
): string[] {
  const told: string[] = [];
  for (const { field, word, amounts } of defaults) {
    const present = resources[field] ?? {};
    const missing = Object.keys(amounts).filter((resource) => !Object.hasOwn(present, resource));
    if (missing.length === 0) continue;
    for (const resource of missing) budget.bytes -= resource.length + amounts[resource]!.length + 6;
    if (budget.bytes < 0) throw entityTooLarge('a pod with all defaults of its namespace');
    resources[field] = {
      ...present,
      ...Object.fromEntries(missing.map((resource) => [resource, amounts[resource]!])),
    };
    told.push(`${missing.sort().join(', ')} ${word} for ${what} ${name}`);
  }
  return told;
}
