import type { CoreV1PodTemplateSpec } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, forbidden } from '../../../api/validation/field-errors.ts';
import type { AnyKindRules } from '../../../registry/kind-rules.ts';

/** Path of the template of each workload. Pods, their templates and ReplicationControllers check it themselves. */
const templates: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'apps/Deployment': ['spec', 'template'],
  'apps/ReplicaSet': ['spec', 'template'],
  'apps/DaemonSet': ['spec', 'template'],
  'batch/Job': ['spec', 'template'],
  'batch/CronJob': ['spec', 'jobTemplate', 'spec', 'template'],
};

/** The same rules, which refuse privileged containers in templates as well. */
export function forbidPrivileged(rules: AnyKindRules): AnyKindRules {
  const place = templates[`${rules.group}/${rules.kind}`];
  if (place === undefined) return rules;
  return {
    ...rules,
    validateCreate: (...parameters) => [
      ...(rules.validateCreate?.(...parameters) ?? []),
      ...privilegedIn(parameters[0], place),
    ],
    validateUpdate: (...parameters) => [
      ...(rules.validateUpdate?.(...parameters) ?? []),
      ...privilegedIn(parameters[0], place),
    ],
  };
}

function privilegedIn(object: object, place: readonly [string, ...string[]]): FieldError[] {
  let found: unknown = object;
  for (const name of place) found = (found as Record<string, unknown> | undefined)?.[name];
  const spec = (found as CoreV1PodTemplateSpec | undefined)?.spec;
  const path = FieldPath.of(...place, 'spec');
  return (['initContainers', 'containers'] as const).flatMap((list) =>
    (spec?.[list] ?? []).flatMap(({ securityContext }, index) =>
      securityContext?.privileged
        ? [
            forbidden(
              path.child(list).index(index).child('securityContext', 'privileged'),
              'disallowed by cluster policy',
            ),
          ]
        : [],
    ),
  );
}
