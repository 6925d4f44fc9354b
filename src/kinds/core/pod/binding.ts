import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { conflict } from '../../../api/meta/status.ts';
import type { CoreV1Binding, CoreV1Pod, CoreV1PodCondition } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, notSupported, required } from '../../../api/validation/field-errors.ts';

const targetPath = FieldPath.of('target');

/** A pod is bound to a node and to nothing else. */
export function validateBinding({ target }: CoreV1Binding): FieldError[] {
  const kinds = ['Node', '<empty>'];
  return [
    ...(target.kind && target.kind !== 'Node'
      ? [notSupported(targetPath.child('kind'), target.kind, kinds)]
      : []),
    ...(target.name ? [] : [required(targetPath.child('name'))]),
  ];
}

/** What a binding does besides, by release. */
export interface BindingFeatures {
  /** A pod with gates is not to be bound. */
  readonly knowsGates: boolean;
  /** Labels of the binding become labels of the pod. */
  readonly copiesLabels: boolean;
  /** The node that was nominated for the pod is forgotten. */
  readonly clearsNomination: boolean;
}

export const bindingFeatures = (gates: FeatureGates): BindingFeatures => ({
  knowsGates: gates.isIn('1.26'),
  copiesLabels: gates.isIn('1.33') && gates.isOn('PodTopologyLabelsAdmission'),
  clearsNomination: gates.isIn('1.34') && gates.isOn('ClearingNominatedNodeNameAfterBinding'),
});

/** Says in a pod where it runs. That is said once. Throws Conflict. `now` as metadata has it. */
export function bindPod(
  pod: CoreV1Pod,
  binding: CoreV1Binding,
  now: string,
  { knowsGates, copiesLabels, clearsNomination }: BindingFeatures,
): void {
  const { metadata, spec } = pod;
  const { name = '' } = metadata;
  if (metadata.deletionTimestamp) {
    throw bindingConflict(name, `pod ${name} is being deleted, cannot be assigned to a host`);
  }
  if (spec.nodeName) {
    throw bindingConflict(name, `pod ${name} is already assigned to node ${JSON.stringify(spec.nodeName)}`);
  }
  if (knowsGates && spec.schedulingGates?.length) {
    throw bindingConflict(name, `pod ${name} has non-empty .spec.schedulingGates`);
  }
  spec.nodeName = binding.target.name!;
  const { annotations, labels } = binding.metadata;
  if (copiesLabels && labels !== undefined) metadata.labels = { ...metadata.labels, ...labels };
  if (clearsNomination) delete pod.status.nominatedNodeName;
  if (annotations !== undefined) metadata.annotations = { ...metadata.annotations, ...annotations };
  setScheduled(pod, now);
}

const bindingConflict = (name: string, cause: string) =>
  conflict({ group: '', resource: 'pods/binding' }, name, cause);

function setScheduled({ status }: CoreV1Pod, now: string): void {
  const conditions = (status.conditions ??= []);
  const before = conditions.find(({ type }) => type === 'PodScheduled');
  const since = before?.status === 'True' ? before.lastTransitionTime : now;
  const scheduled: CoreV1PodCondition = {
    type: 'PodScheduled',
    status: 'True',
    lastProbeTime: null,
    lastTransitionTime: since,
  };
  if (before === undefined) conditions.push(scheduled);
  else conditions[conditions.indexOf(before)] = scheduled;
}
