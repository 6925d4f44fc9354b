import type { AppsV1DaemonSet } from '../../../api/schema/types.gen.ts';
import { labelSelectorText } from '../../../api/selectors/label-selector.ts';
import { labelsText } from '../../shared/description/description.ts';
import { describePodTemplate } from '../../shared/description/pod-template.ts';
import type { Describer } from '../describer.ts';
import { podCounts } from '../parts/pod-counts.ts';

export const daemonSet: Describer<AppsV1DaemonSet> = {
  async describe(to, object, tools) {
    const { metadata, spec, status } = object;
    const selector = labelSelectorText(spec.selector);
    const counts = await podCounts(object, selector, tools);
    to.field(0, 'Name', metadata.name);
    to.field(0, 'Selector', selector);
    to.field(0, 'Node-Selector', labelsText(spec.template.spec.nodeSelector));
    to.labels(0, 'Labels', metadata.labels);
    to.annotations(metadata.annotations);
    // Numbers behind a single blank, not in a column.
    to.line(0, `Desired Number of Nodes Scheduled: ${status?.desiredNumberScheduled ?? 0}`);
    to.line(0, `Current Number of Nodes Scheduled: ${status?.currentNumberScheduled ?? 0}`);
    to.line(0, `Number of Nodes Scheduled with Up-to-date Pods: ${status?.updatedNumberScheduled ?? 0}`);
    to.line(0, `Number of Nodes Scheduled with Available Pods: ${status?.numberAvailable ?? 0}`);
    to.line(0, `Number of Nodes Misscheduled: ${status?.numberMisscheduled ?? 0}`);
    to.field(0, 'Pods Status', counts);
    describePodTemplate(to, spec.template);
  },
};
