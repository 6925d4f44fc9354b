import { copyJson } from '../../../api/codec/copy-json.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CoreV1Pod } from '../../../api/schema/types.gen.ts';
import type { FieldError } from '../../../api/validation/field-errors.ts';
import { containersOf } from '../shared/containers.ts';
import { containerRules, podRules } from './rules/index.ts';
import type { ContainerCase, Policy } from './rules/rule.ts';

/** The pod as the policy fills it in, and what is wrong with it even so. */
export function applyPolicy(
  policy: Policy,
  given: CoreV1Pod,
  dialect: Dialect,
): { pod: CoreV1Pod; errors: FieldError[] } {
  const pod = copyJson(given);
  const ofPod = { policy, pod, dialect };
  const cases = containersOf(pod).map((placed): ContainerCase => ({ ...ofPod, ...placed }));
  for (const rule of podRules) rule.fill?.(ofPod);
  for (const one of cases) for (const rule of containerRules) rule.fill?.(one);
  const errors = [
    ...podRules.flatMap((rule) => rule.check(ofPod)),
    ...cases.flatMap((one) => containerRules.flatMap((rule) => rule.check(one))),
  ];
  return { pod, errors };
}
