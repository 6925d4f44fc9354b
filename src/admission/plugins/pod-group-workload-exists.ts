import { fillPlaceholders } from '../../api/meta/dialect.ts';
import type { SchedulingV1alpha2PodGroup, SchedulingV1alpha2Workload } from '../../api/schema/types.gen.ts';
import { goQuote } from '../../util/quote.ts';
import type { PluginDescriptor } from '../descriptor.ts';
import { objectOf } from './shared/objects.ts';
import { forbidden } from './shared/refusals.ts';
import { handlingIf } from './shared/targets.ts';

/** A group of pods that names a template in a Workload is made only where both are there. */
export const podGroupWorkloadExists: PluginDescriptor = {
  name: 'PodGroupWorkloadExists',
  since: '1.36',
  onByDefault: { since: '1.36' },
  flags: [],
  create: async ({ dialect, gates, objects }) => {
    const group = fillPlaceholders(dialect, 'scheduling.{api}');
    const workloads = objects.lister<SchedulingV1alpha2Workload>({ group, resource: 'workloads' });
    return {
      handles: handlingIf(gates.isOn('GenericWorkload'), group, 'podgroups', ['CREATE']),
      validate: async (attributes) => {
        const reference = objectOf<SchedulingV1alpha2PodGroup>(attributes).spec.podGroupTemplateRef?.workload;
        if (!reference) return;
        const { workloadName: name, podGroupTemplateName } = reference;
        const { namespace } = attributes;
        // It may have been made a moment ago, through another server.
        const workload = workloads.get(namespace, name) ?? (await workloads.getFresh(namespace, name));
        const fault = faultOf(workload, name, podGroupTemplateName);
        if (fault !== undefined) throw forbidden(attributes, `PodGroup rejected: ${fault}`);
      },
    };
  },
};

function faultOf(
  workload: SchedulingV1alpha2Workload | undefined,
  name: string,
  template: string,
): string | undefined {
  const named = `Workload ${goQuote(name)}`;
  if (workload === undefined) return `${named} not found`;
  if (workload.metadata.deletionTimestamp !== undefined) return `${named} is being deleted`;
  if (workload.spec.podGroupTemplates?.some((each) => each.name === template)) return undefined;
  return `PodGroupTemplate ${goQuote(template)} not found in ${named}`;
}
