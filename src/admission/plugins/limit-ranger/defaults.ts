import { entityTooLarge } from '../../../api/meta/status.ts';
import type { CoreV1Container, CoreV1LimitRange, CoreV1Pod } from '../../../api/schema/types.gen.ts';

type Amounts = Record<string, string>;

/** Amounts, and their bytes, that are filled in: a thousand containers times a thousand defaults fit into no store. */
const maxFilled = 20_000;
const maxFilledBytes = 1024 * 1024;

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
  const open = [
    ...(containers ?? []).map((container) => ({ container, what: 'container' })),
    ...(initContainers ?? []).map((container) => ({ container, what: 'init container' })),
  ];
  checkSize(open, defaults);
  const notes = open.flatMap(({ container, what }) => fill(container, what, defaults));
  if (notes.length === 0) return;
  const { annotations } = pod.metadata;
  pod.metadata.annotations = { ...annotations, [annotation]: `LimitRanger plugin set: ${notes.join('; ')}` };
}

interface Defaults {
  readonly field: 'requests' | 'limits';
  readonly word: string;
  readonly amounts: Amounts;
}

/** Before anything is filled in. */
function checkSize(open: readonly { container: CoreV1Container }[], defaults: readonly Defaults[]): void {
  let [count, bytes] = [0, 0];
  for (const { container } of open) {
    for (const { field, amounts } of defaults) {
      for (const name of missingOf(container, field, amounts)) {
        count++;
        bytes += name.length + amounts[name]!.length;
      }
    }
    if (count > maxFilled || bytes > maxFilledBytes)
      throw entityTooLarge('a pod with all defaults of its namespace');
  }
}

const missingOf = ({ resources }: CoreV1Container, field: Defaults['field'], amounts: Amounts): string[] =>
  Object.keys(amounts).filter((name) => !Object.hasOwn(resources[field] ?? {}, name));

/** Says what it has set: `cpu, memory request for container main`. */
function fill(container: CoreV1Container, what: string, defaults: readonly Defaults[]): string[] {
  const { name, resources } = container;
  const notes: string[] = [];
  for (const { field, word, amounts } of defaults) {
    const missing = missingOf(container, field, amounts);
    if (missing.length === 0) continue;
    const filled = { ...resources[field] };
    for (const resource of missing) filled[resource] = amounts[resource]!;
    resources[field] = filled;
    notes.push(`${missing.sort().join(', ')} ${word} for ${what} ${name}`);
  }
  return notes;
}
