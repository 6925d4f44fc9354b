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

/** Says in a pod where it runs. That is said once. Throws Conflict. `now` as metadata has it. */
export function bindPod(pod: CoreV1Pod, binding: CoreV1Binding, now: string): void {
  const { metadata, spec } = pod;
  const { name = '' } = metadata;
  if (metadata.deletionTimestamp) {
    throw bindingConflict(name, `pod ${name} is being deleted, cannot be assigned to a host`);
  }
  if (spec.nodeName) {
    throw bindingConflict(name, `pod ${name} is already assigned to node ${JSON.stringify(spec.nodeName)}`);
  }
  spec.nodeName = binding.target.name!;
  const { annotations } = binding.metadata;
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
