import type { CoreV1PodTemplateSpec } from '../../../api/schema/types.gen.ts';
import { describeContainers } from './containers.ts';
import type { Description } from './description.ts';
import { describeNodeRules, describeSpread } from './scheduling.ts';
import { describeVolumes } from './volumes.ts';

/** Describes the pods that a workload makes. */
export function describePodTemplate(to: Description, { metadata, spec }: CoreV1PodTemplateSpec): void {
  to.line(0, 'Pod Template:');
  to.labels(1, 'Labels', metadata?.labels);
  const { annotations = {} } = metadata ?? {};
  if (Object.keys(annotations).length > 0) to.annotations(annotations, 1);
  if (spec.serviceAccountName) to.field(1, 'Service Account', spec.serviceAccountName);
  const { initContainers = [], containers, volumes } = spec;
  if (initContainers.length > 0) {
    describeContainers(to, { title: 'Init Containers', containers: initContainers, isTemplate: true });
  }
  describeContainers(to, { title: 'Containers', containers: containers ?? [], isTemplate: true });
  describeVolumes(to, volumes, true);
  describeSpread(to, spec, 1);
  if (spec.priorityClassName) to.field(1, 'Priority Class Name', spec.priorityClassName);
  describeNodeRules(to, spec, 1);
}
