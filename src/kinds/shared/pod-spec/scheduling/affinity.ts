import type {
  CoreV1Affinity,
  CoreV1NodeAffinity,
  CoreV1PodAffinity,
  CoreV1PodAffinityTerm,
} from '../../../../api/schema/types.gen.ts';
import {
  type FieldError,
  type FieldPath,
  invalid,
  required,
} from '../../../../api/validation/field-errors.ts';
import {
  validateLabelName,
  validateLabelSelectorObject,
} from '../../../../api/validation/label-validation.ts';
import { dns1123Label } from '../../../../api/validation/names.ts';
import { validateEach } from '../../../../api/validation/validate-each.ts';
import { invalidEach } from '../../field-checks.ts';
import { validateNodeSelector, validateNodeSelectorTerm } from '../../node-selector-validation.ts';
import type { PodContext } from '../options.ts';
import { hasBadNodeValues, hasBadSelectorValues } from './accepted-values.ts';
import { validateAffinityKeys } from './label-keys.ts';

const hard = 'requiredDuringSchedulingIgnoredDuringExecution';
const soft = 'preferredDuringSchedulingIgnoredDuringExecution';

/** Near what a pod must or would like to run, and what it keeps away from. */
export function validateAffinity(
  affinity: CoreV1Affinity | undefined,
  path: FieldPath,
  context: PodContext,
): FieldError[] {
  if (affinity === undefined) return [];
  const { nodeAffinity, podAffinity, podAntiAffinity } = affinity;
  const ofPods = (one: CoreV1PodAffinity | undefined, name: string) =>
    one === undefined ? [] : validatePodAffinity(one, path.child(name), context);
  return [
    ...(nodeAffinity === undefined
      ? []
      : validateNodeAffinity(nodeAffinity, path.child('nodeAffinity'), context)),
    ...ofPods(podAffinity, 'podAffinity'),
    ...ofPods(podAntiAffinity, 'podAntiAffinity'),
  ];
}

function validateNodeAffinity(
  affinity: CoreV1NodeAffinity,
  path: FieldPath,
  { old, features: { since32, since33 } }: PodContext,
): FieldError[] {
  const { [hard]: selector, [soft]: preferences = [] } = affinity;
  const checksValues = since32 && !(since33 && hasBadNodeValues(old?.spec.affinity));
  return [
    ...(selector === undefined ? [] : validateNodeSelector(selector, path.child(hard), { checksValues })),
    ...validateEach(preferences, ({ weight, preference }, index) => {
      const termPath = path.child(soft).index(index);
      return [
        ...validateWeight(weight, termPath.child('weight')),
        ...validateNodeSelectorTerm(preference, termPath.child('preference')),
      ];
    }),
  ];
}

function validatePodAffinity(
  affinity: CoreV1PodAffinity,
  path: FieldPath,
  context: PodContext,
): FieldError[] {
  const { [hard]: terms = [], [soft]: preferences = [] } = affinity;
  return [
    ...validateEach(terms, (term, index) => validatePodTerm(term, path.child(hard).index(index), context)),
    ...validateEach(preferences, ({ weight, podAffinityTerm }, index) => {
      const termPath = path.child(soft).index(index);
      return [
        ...validateWeight(weight, termPath.child('weight')),
        ...validatePodTerm(podAffinityTerm, termPath.child('podAffinityTerm'), context),
      ];
    }),
  ];
}

function validateWeight(weight: number, path: FieldPath): FieldError[] {
  return weight < 1 || weight > 100 ? [invalid(path, weight, 'must be in the range 1-100')] : [];
}

function validatePodTerm(term: CoreV1PodAffinityTerm, path: FieldPath, context: PodContext): FieldError[] {
  const { labelSelector, namespaceSelector, namespaces = [], topologyKey } = term;
  const keyPath = path.child('topologyKey');
  const checksValues = context.features.since26 && !hasBadSelectorValues(context.old?.spec.affinity);
  return [
    ...validateLabelSelectorObject(labelSelector, path.child('labelSelector'), { checksValues }),
    ...validateLabelSelectorObject(namespaceSelector, path.child('namespaceSelector'), { checksValues }),
    ...validateEach(namespaces, (name) => invalidEach(path.child('namespace'), name, dns1123Label(name))),
    ...validateAffinityKeys(term, path),
    ...(topologyKey === '' ? [required(keyPath, 'can not be empty')] : []),
    ...validateLabelName(topologyKey, keyPath),
  ];
}
