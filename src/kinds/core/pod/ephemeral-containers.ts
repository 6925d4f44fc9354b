import { copyJson } from '../../../api/codec/copy-json.ts';
import { equalValues } from '../../../api/json/json-values.ts';
import { badRequest } from '../../../api/meta/status.ts';
import type { CoreV1Pod } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, forbidden } from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import type { PartRules } from '../../../registry/subresource-rules.ts';
import { differenceText } from '../../shared/difference.ts';
import { dropDisabledPodFields, mirrorAnnotation, podFeatures } from '../../shared/pod-spec/index.ts';
import { validateAnnotationUpdate } from './annotation-update.ts';
import { type PodRules, validateSpec } from './validation.ts';

const path = FieldPath.of('spec', 'ephemeralContainers');

/** The subresource `ephemeralcontainers`, the only way to add containers to a pod that runs. */
export function ephemeralContainers(rules: PodRules): PartRules<CoreV1Pod> {
  const { since27 } = podFeatures(rules.gates);
  return {
    type: 'part',
    verbs: ['get', 'patch', 'update'],
    countsGeneration: true,
    prepareForUpdate(pod, old) {
      if (!rules.gates.isOn('EphemeralContainers')) throw badRequest('feature EphemeralContainers disabled');
      const { ephemeralContainers } = pod.spec;
      keepMetadata(pod, old);
      pod.status = old.status;
      pod.spec = copyJson(old.spec);
      if (ephemeralContainers === undefined) delete pod.spec.ephemeralContainers;
      else pod.spec.ephemeralContainers = ephemeralContainers;
      dropDisabledPodFields(pod.spec, rules, old.spec);
    },
    validateUpdate(pod, old) {
      const errors = [...validateSpec(pod, rules, old), ...validateAnnotationUpdate(pod, old, rules)];
      const isStatic = old.metadata.annotations?.[mirrorAnnotation(rules.dialect)] !== undefined;
      return isStatic && since27
        ? [...errors, forbidden('', 'static pods do not support ephemeral containers')]
        : [...errors, ...validateKept(pod, old)];
    },
  };
}

/** Takes over the stored metadata, but for what tells which object is meant. */
export function keepMetadata(pod: CoreV1Pod, old: CoreV1Pod): void {
  const { name, namespace, uid, resourceVersion, managedFields, generation } = pod.metadata;
  pod.metadata = {
    ...copyJson(old.metadata),
    name,
    namespace,
    uid,
    resourceVersion,
    managedFields,
    generation,
  };
}

/** One that was added stays, and stays what it is. A patch may put them in another order. */
function validateKept({ spec }: CoreV1Pod, old: CoreV1Pod): FieldError[] {
  const now = new Map(spec.ephemeralContainers?.map((container) => [container.name, container]));
  return validateEach(old.spec.ephemeralContainers ?? [], (before) => {
    const container = now.get(before.name);
    const name = JSON.stringify(before.name);
    if (container === undefined) {
      return [forbidden(path, `existing ephemeral containers ${name} may not be removed\n`)];
    }
    if (equalValues(container, before)) return [];
    const difference = differenceText(before, container);
    return [forbidden(path, `existing ephemeral containers ${name} may not be changed\n${difference}`)];
  });
}
