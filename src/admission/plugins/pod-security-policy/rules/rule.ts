import type { Dialect } from '../../../../api/meta/dialect.ts';
import type {
  CoreV1Pod,
  CoreV1PodSecurityContext,
  CoreV1SecurityContext,
  PolicyV1beta1IDRange,
  PolicyV1beta1PodSecurityPolicy,
} from '../../../../api/schema/types.gen.ts';
import type { FieldError, FieldPath } from '../../../../api/validation/field-errors.ts';
import { firstIndex } from '../../../../util/first-index.ts';
import type { AnyContainer } from '../../shared/containers.ts';

export type Policy = PolicyV1beta1PodSecurityPolicy;

/** A policy and a pod that it is asked about. The pod is a copy, and `fill` may change it. */
export interface PodCase {
  readonly policy: Policy;
  readonly pod: CoreV1Pod;
  readonly dialect: Dialect;
}

/** … and one of its containers. */
export interface ContainerCase extends PodCase {
  readonly container: AnyContainer;
  readonly path: FieldPath;
}

/** One thing that a policy is about. `fill` sets what the pod leaves open, `check` says what it must not be. */
export interface PodRule {
  fill?(given: PodCase): void;
  check(given: PodCase): FieldError[];
}

export interface ContainerRule {
  fill?(given: ContainerCase): void;
  check(given: ContainerCase): FieldError[];
}

/** To be written to. */
export const ofPod = ({ pod }: PodCase): CoreV1PodSecurityContext => {
  pod.spec.securityContext ??= {};
  return pod.spec.securityContext;
};

export const ofContainer = ({ container }: ContainerCase): CoreV1SecurityContext => {
  container.securityContext ??= {};
  return container.securityContext;
};

type Shared = 'runAsUser' | 'runAsGroup' | 'runAsNonRoot' | 'seLinuxOptions';

/** The effective security context of a container: its own fields, then those of the pod. */
export function effective<F extends Shared>(
  { container, pod }: ContainerCase,
  field: F,
): NonNullable<CoreV1SecurityContext[F]> | undefined {
  const own = container.securityContext?.[field] ?? undefined;
  return (own ?? pod.spec.securityContext?.[field] ?? undefined) as
    | NonNullable<CoreV1SecurityContext[F]>
    | undefined;
}

/**
 * Whether an id is in none of the ranges, for many ids: in order of their starts, each with the greatest end so far, the
 * last range that starts at or below an id tells.
 */
export function outsideRanges(ranges: readonly PolicyV1beta1IDRange[]): (id: number) => boolean {
  const ordered = ranges.map(({ min, max }) => ({ min: Number(min), max: Number(max) }));
  ordered.sort((a, b) => a.min - b.min);
  let max = Number.NEGATIVE_INFINITY;
  for (const range of ordered) {
    max = Math.max(max, range.max);
    range.max = max;
  }
  return (given) => {
    const id = Number(given);
    const after = firstIndex(ordered.length, (index) => ordered[index]!.min > id);
    return after === 0 || ordered[after - 1]!.max < id;
  };
}

/** `[{1 10} {20 30}]`. */
export const rangesText = (ranges: readonly PolicyV1beta1IDRange[]): string =>
  `[${ranges.map(({ min, max }) => `{${min} ${max}}`).join(' ')}]`;

export const setAnnotation = ({ metadata }: CoreV1Pod, key: string, value: string): void => {
  metadata.annotations = { ...metadata.annotations, [key]: value };
};
