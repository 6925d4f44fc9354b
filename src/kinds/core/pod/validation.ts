import type { CoreV1Pod } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, forbidden } from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import {
  type PodSpecOptions,
  podContext,
  validateAppArmorAgreement,
  validateImageEdges,
  validatePodAnnotations,
  validatePodSpec,
  validateSeccompAgreement,
} from '../../shared/pod-spec/index.ts';
import type { ServedApi } from '../../shared/served-api.ts';

const specPath = FieldPath.of('spec');
const annotationsPath = FieldPath.of('metadata', 'annotations');

export interface PodRules extends ServedApi {
  /** Whether containers may be privileged. They may when it is not said. */
  allowPrivileged?: boolean;
}

export function validateCreate(pod: CoreV1Pod, rules: PodRules): FieldError[] {
  return [
    ...validateAnnotations(pod, rules),
    ...validateSpec(pod, rules),
    ...(pod.spec.ephemeralContainers?.length
      ? [forbidden(specPath.child('ephemeralContainers'), 'cannot be set on create')]
      : []),
    ...validateOpenGates(pod),
    ...validateSeccompAgreement(pod, specPath, rules.dialect),
    ...(rules.gates.isIn('1.30') ? validateAppArmorAgreement(pod, specPath, rules.dialect) : []),
  ];
}

/** A pod that has to wait has no node. */
const validateOpenGates = ({ spec: { nodeName, schedulingGates } }: CoreV1Pod): FieldError[] =>
  nodeName && schedulingGates?.length
    ? [forbidden(specPath.child('nodeName'), 'cannot be set until all schedulingGates have been cleared')]
    : [];

export function validateAnnotations(pod: CoreV1Pod, rules: PodRules, old?: CoreV1Pod): FieldError[] {
  return validatePodAnnotations(
    pod.metadata,
    pod.spec,
    annotationsPath,
    podContext(rules, { ...rules, old }),
  );
}

/** The spec of a pod, which is held to more than that of a template. */
export function validateSpec(pod: CoreV1Pod, rules: PodRules, old?: CoreV1Pod): FieldError[] {
  const { spec, metadata } = pod;
  const options: PodSpecOptions = { ...rules, metadata, old };
  return [
    ...validatePodSpec(spec, specPath, rules, options),
    ...validateTokenOwner(pod),
    ...validateImageEdges(spec.containers ?? [], specPath.child('containers')),
    ...validateImageEdges(spec.initContainers, specPath.child('initContainers')),
  ];
}

/** A projected token needs a service account. */
function validateTokenOwner({ spec }: CoreV1Pod): FieldError[] {
  if (spec.serviceAccountName) return [];
  return validateEach(spec.volumes ?? [], ({ projected }, volume) =>
    validateEach(projected?.sources ?? [], ({ serviceAccountToken }, source) => {
      if (serviceAccountToken === undefined) return [];
      const sources = specPath.child('volumes').index(volume).child('projected', 'sources');
      const path = sources.index(source).child('serviceAccountToken');
      return [forbidden(path, 'must not be specified when serviceAccountName is not set')];
    }),
  );
}
