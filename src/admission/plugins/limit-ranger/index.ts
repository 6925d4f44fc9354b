import type { CoreV1LimitRange, CoreV1PersistentVolumeClaim } from '../../../api/schema/types.gen.ts';
import type { PluginDependencies, PluginDescriptor } from '../../descriptor.ts';
import type { AdmissionAttributes, AdmissionPlugin } from '../../plugin.ts';
import { joined } from '../shared/errors.ts';
import { objectOf, podOf } from '../shared/objects.ts';
import { forbidden } from '../shared/refusals.ts';
import { claimErrors, podErrors } from './bounds.ts';
import { applyDefaults } from './defaults.ts';

/** Checks requests and limits of pods and claims against the LimitRanges of their namespace, and sets defaults. */
export const limitRanger: PluginDescriptor = {
  name: 'LimitRanger',
  onByDefault: true,
  flags: [],
  create: async (given) => plugin(given),
};

function plugin({ objects, dialect }: PluginDependencies): AdmissionPlugin {
  const ranges = objects.lister<CoreV1LimitRange>({ group: '', resource: 'limitranges' });
  const annotation = `${dialect.label}/limit-ranger`;
  return {
    handles: ({ group, resource, subresource, operation }) => {
      if (group !== '' || subresource !== '') return false;
      // Resources of an existing pod are immutable.
      if (resource === 'pods') return operation === 'CREATE';
      return resource === 'persistentvolumeclaims' && (operation === 'CREATE' || operation === 'UPDATE');
    },
    admit: (attributes) => {
      if (attributes.resource !== 'pods') return;
      ranges.checkKnown(attributes.namespace);
      for (const range of ranges.list(attributes.namespace))
        applyDefaults(podOf(attributes), range, annotation);
    },
    validate: (attributes) => {
      if (attributes.old?.metadata.deletionTimestamp) return;
      ranges.checkKnown(attributes.namespace);
      for (const range of ranges.list(attributes.namespace)) {
        const problems = faultsOf(attributes, range);
        if (problems.length > 0) throw forbidden(attributes, joined(problems));
      }
    },
  };
}

const faultsOf = (attributes: AdmissionAttributes, range: CoreV1LimitRange): string[] =>
  attributes.resource === 'pods'
    ? podErrors(podOf(attributes), range)
    : claimErrors(objectOf<CoreV1PersistentVolumeClaim>(attributes), range);
