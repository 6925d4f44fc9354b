import type {
  CoreV1Affinity,
  CoreV1NodeAffinity,
  CoreV1PodAffinity,
  CoreV1PodAffinityTerm,
} from '../../../../api/schema/types.gen.ts';
import { validateLabelName, validateLabelSelectorObject } from '../../../../api/selectors/label-selector.ts';
import {
  type FieldError,
  type FieldPath,
  invalid,
  required,
} from '../../../../api/validation/field-errors.ts';
import { dns1123Label } from '../../../../api/validation/names.ts';
import { validateEach } from '../../../../api/validation/validate-each.ts';
import { invalidEach } from '../../field-checks.ts';
import { validateNodeSelector, validateNodeSelectorTerm } from '../../node-selector-validation.ts';

const hard = 'requiredDuringSchedulingIgnoredDuringExecution';
const soft = 'preferredDuringSchedulingIgnoredDuringExecution';

/** Near what a pod must or would like to run, and what it keeps away from. */
export function validateAffinity(affinity: CoreV1Affinity | undefined, path: FieldPath): FieldError[] {
  if (affinity === undefined) return [];
  const { nodeAffinity, podAffinity, podAntiAffinity } = affinity;
  return [
    ...(nodeAffinity === undefined ? [] : validateNodeAffinity(nodeAffinity, path.child('nodeAffinity'))),
    ...(podAffinity === undefined ? [] : validatePodAffinity(podAffinity, path.child('podAffinity'))),
    ...(podAntiAffinity === undefined
      ? []
      : validatePodAffinity(podAntiAffinity, path.child('podAntiAffinity'))),
  ];
}

function validateNodeAffinity(affinity: CoreV1NodeAffinity, path: FieldPath): FieldError[] {
  const { [hard]: selector, [soft]: preferences = [] } = affinity;
  return [
    ...(selector === undefined ? [] : validateNodeSelector(selector, path.child(hard))),
    ...validateEach(preferences, ({ weight, preference }, index) => {
      const termPath = path.child(soft).index(index);
      return [
        ...validateWeight(weight, termPath.child('weight')),
        ...validateNodeSelectorTerm(preference, termPath.child('preference')),
      ];
    }),
  ];
}

function validatePodAffinity(affinity: CoreV1PodAffinity, path: FieldPath): FieldError[] {
  const { [hard]: terms = [], [soft]: preferences = [] } = affinity;
  return [
    ...validateEach(terms, (term, index) => validatePodTerm(term, path.child(hard).index(index))),
    ...validateEach(preferences, ({ weight, podAffinityTerm }, index) => {
      const termPath = path.child(soft).index(index);
      return [
        ...validateWeight(weight, termPath.child('weight')),
        ...validatePodTerm(podAffinityTerm, termPath.child('podAffinityTerm')),
      ];
    }),
  ];
}

function validateWeight(weight: number, path: FieldPath): FieldError[] {
  return weight < 1 || weight > 100 ? [invalid(path, weight, 'must be in the range 1-100')] : [];
}

function validatePodTerm(term: CoreV1PodAffinityTerm, path: FieldPath): FieldError[] {
  const { labelSelector, namespaceSelector, namespaces = [], topologyKey } = term;
  const keyPath = path.child('topologyKey');
  return [
    ...validateLabelSelectorObject(labelSelector, path.child('labelSelector')),
    ...validateLabelSelectorObject(namespaceSelector, path.child('namespaceSelector')),
    ...validateEach(namespaces, (name) => invalidEach(path.child('namespace'), name, dns1123Label(name))),
    ...(topologyKey === '' ? [required(keyPath, 'can not be empty')] : []),
    ...validateLabelName(topologyKey, keyPath),
  ];
}
