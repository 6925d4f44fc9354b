import type { AppsV1ReplicaSet } from '../../../api/schema/types.gen.ts';
import { labelSelectorText } from '../../../api/selectors/label-selector.ts';
import { describePodTemplate } from '../../shared/description/pod-template.ts';
import type { Describer } from '../describer.ts';
import { describeReasons } from '../parts/conditions.ts';
import { podCounts } from '../parts/pod-counts.ts';

export const replicaSet: Describer<AppsV1ReplicaSet> = {
  async describe(to, object, tools) {
    const { metadata, spec, status } = object;
    const selector = labelSelectorText(spec.selector);
    const counts = await podCounts(object, selector, tools).catch(
      (error: Error) => `error in fetching pods: ${error.message}`,
    );
    to.field(0, 'Name', metadata.name);
    to.field(0, 'Namespace', metadata.namespace);
    to.field(0, 'Selector', selector);
    to.labels(0, 'Labels', metadata.labels);
    to.annotations(metadata.annotations);
    to.controller(metadata);
    to.field(0, 'Replicas', `${status?.replicas ?? 0} current / ${spec.replicas ?? 1} desired`);
    to.field(0, 'Pods Status', counts);
    describePodTemplate(to, spec.template);
    describeReasons(to, status?.conditions);
  },
};
