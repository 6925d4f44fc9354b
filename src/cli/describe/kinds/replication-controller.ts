import type { CoreV1ReplicationController } from '../../../api/schema/types.gen.ts';
import { labelsText, labelTexts } from '../../shared/description/description.ts';
import { describePodTemplate } from '../../shared/description/pod-template.ts';
import type { Describer } from '../describer.ts';
import { describeReasons } from '../parts/conditions.ts';
import { podCounts } from '../parts/pod-counts.ts';

export const replicationController: Describer<CoreV1ReplicationController> = {
  async describe(to, object, tools) {
    const { metadata, spec, status } = object;
    const counts = await podCounts(object, labelTexts(spec.selector).join(','), tools);
    to.field(0, 'Name', metadata.name);
    to.field(0, 'Namespace', metadata.namespace);
    to.field(0, 'Selector', labelsText(spec.selector));
    to.labels(0, 'Labels', metadata.labels);
    to.annotations(metadata.annotations);
    to.field(0, 'Replicas', `${status?.replicas ?? 0} current / ${spec.replicas ?? 1} desired`);
    to.field(0, 'Pods Status', counts);
    if (spec.template !== undefined) describePodTemplate(to, spec.template);
    describeReasons(to, status?.conditions);
  },
};
