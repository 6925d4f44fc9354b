import type { PolicyV1PodDisruptionBudget } from '../../../api/schema/types.gen.ts';
import { labelSelectorText } from '../../../api/selectors/label-selector.ts';
import type { Describer } from '../describer.ts';

export const podDisruptionBudget: Describer<PolicyV1PodDisruptionBudget> = {
  describe(to, { metadata, spec, status }) {
    const { minAvailable, maxUnavailable, selector } = spec;
    to.field(0, 'Name', metadata.name);
    to.field(0, 'Namespace', metadata.namespace);
    if (minAvailable !== undefined) to.field(0, 'Min available', minAvailable);
    else if (maxUnavailable !== undefined) to.field(0, 'Max unavailable', maxUnavailable);
    to.field(0, 'Selector', selector === undefined ? '<unset>' : labelSelectorText(selector));
    to.line(0, 'Status:');
    to.field(2, 'Allowed disruptions', status?.disruptionsAllowed ?? 0);
    to.field(2, 'Current', status?.currentHealthy ?? 0);
    to.field(2, 'Desired', status?.desiredHealthy ?? 0);
    to.field(2, 'Total', status?.expectedPods ?? 0);
  },
};
