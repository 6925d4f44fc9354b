import type { CoreV1LimitRange, CoreV1PersistentVolumeClaim } from '../../../api/schema/types.gen.ts';
import { aggregate } from '../../../util/aggregate.ts';
import type { PluginDependencies, PluginDescriptor } from '../../descriptor.ts';
import type { AdmissionAttributes, AdmissionPlugin } from '../../plugin.ts';
import { objectOf, podOf } from '../shared/objects.ts';
import { forbidden } from '../shared/refusals.ts';
import { claimErrors, podErrors } from './bounds.ts';
import { applyDefaults } from './defaults.ts';
import { type PodUsage, podUsage } from './pod-usage.ts';

/** Checks requests and limits of pods and claims against the LimitRanges of their namespace, and sets defaults. */
export const limitRanger: PluginDescriptor = {
  name: 'LimitRanger',
  onByDefault: true,
  flags: [],
  create: async (given) => plugin(given),
};

function plugin({ objects, dialect, gates }: PluginDependencies): AdmissionPlugin {
  const ranges = objects.lister<CoreV1LimitRange>({ group: '', resource: 'limitranges' });
  const annotation = `${dialect.label}/limit-ranger`;
  const usageOfPod = podUsage(gates);
  const resizes = gates.isIn('1.32') && gates.isOn('InPlacePodVerticalScaling');
  return {
    handles: ({ group, resource, subresource, operation }) => {
      if (group !== '') return false;
      if (subresource !== '')
        return resizes && resource === 'pods' && subresource === 'resize' && operation === 'UPDATE';
      // Resources of an existing pod are changed by a resize alone.
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
        const problems = faultsOf(attributes, range, usageOfPod);
        if (problems.length > 0) throw forbidden(attributes, aggregate(problems));
      }
    },
  };
}

const faultsOf = (
  attributes: AdmissionAttributes,
  range: CoreV1LimitRange,
  usageOfPod: PodUsage,
): string[] =>
  attributes.resource === 'pods'
    ? podErrors(podOf(attributes), range, usageOfPod)
    : claimErrors(objectOf<CoreV1PersistentVolumeClaim>(attributes), range);
