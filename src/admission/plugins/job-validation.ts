import { fillPlaceholders } from '../../api/meta/dialect.ts';
import type { BatchV1Job, SchedulingV1alpha2PodGroup } from '../../api/schema/types.gen.ts';
import { goQuote } from '../../util/quote.ts';
import type { PluginDescriptor } from '../descriptor.ts';
import { objectOf, oldOf } from './shared/objects.ts';
import { forbidden } from './shared/refusals.ts';
import { handlingIf } from './shared/targets.ts';

/** The parallelism of a job stays as it is where its pods are scheduled all at once, or none of them. */
export const jobValidation: PluginDescriptor = {
  name: 'JobValidation',
  since: '1.36',
  onByDefault: { since: '1.36' },
  flags: [],
  create: async ({ dialect, gates, objects }) => {
    const type = { group: fillPlaceholders(dialect, 'scheduling.{api}'), resource: 'podgroups' };
    const groups = objects.lister<SchedulingV1alpha2PodGroup>(type);
    return {
      handles: handlingIf(gates.isOn('GenericWorkload') || gates.isOn('WorkloadWithJob'), 'batch', 'jobs', [
        'UPDATE',
      ]),
      validate: async (attributes) => {
        const job = objectOf<BatchV1Job>(attributes);
        if (job.spec.parallelism === oldOf<BatchV1Job>(attributes).spec.parallelism) return;
        await groups.waitUntilFresh();
        const gang = groups.list(attributes.namespace).find((each) => isGang(each) && isOf(each, job));
        if (gang === undefined) return;
        const name = goQuote(gang.metadata.name!);
        const text = `cannot change parallelism for a Job referencing gang-scheduled PodGroup ${name}`;
        throw forbidden(attributes, text);
      },
    };
  },
};

const isGang = ({ spec }: SchedulingV1alpha2PodGroup): boolean => spec.schedulingPolicy?.gang !== undefined;

/** Whether the pods of a job name a group, or the job controls it. */
function isOf({ metadata }: SchedulingV1alpha2PodGroup, { metadata: { uid }, spec }: BatchV1Job): boolean {
  if (spec.template.spec?.schedulingGroup?.podGroupName === metadata.name) return true;
  return metadata.ownerReferences?.some((owner) => owner.controller === true && owner.uid === uid) ?? false;
}
