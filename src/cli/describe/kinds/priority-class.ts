import type { SchedulingV1PriorityClass } from '../../../api/schema/types.gen.ts';
import { labelsText } from '../../shared/description/description.ts';
import type { Describer } from '../describer.ts';

export const priorityClass: Describer<SchedulingV1PriorityClass> = {
  describe(to, { metadata, value = 0, globalDefault = false, preemptionPolicy, description }) {
    to.field(0, 'Name', metadata.name);
    to.field(0, 'Value', value);
    to.field(0, 'GlobalDefault', globalDefault);
    to.field(0, 'PreemptionPolicy', preemptionPolicy);
    to.field(0, 'Description', description);
    to.field(0, 'Annotations', labelsText(metadata.annotations));
  },
};
