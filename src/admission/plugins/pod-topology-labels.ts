import type { CoreV1Binding, CoreV1Node, CoreV1Pod } from '../../api/schema/types.gen.ts';
import type { PluginDescriptor } from '../descriptor.ts';
import type { AdmissionAttributes } from '../plugin.ts';
import { entryOf, objectOf } from './shared/objects.ts';
import { handlingIf } from './shared/targets.ts';

/** A pod that is put on a node gets the labels that say where the node is. */
export const podTopologyLabels: PluginDescriptor = {
  name: 'PodTopologyLabels',
  since: '1.33',
  onByDefault: { since: '1.33' },
  flags: [],
  create: async ({ dialect, gates, objects }) => {
    const nodes = objects.lister<CoreV1Node>({ group: '', resource: 'nodes' });
    const keys = ['zone', 'region'].map((name) => `topology.${dialect.label}/${name}`);
    return {
      handles: handlingIf(gates.isOn('PodTopologyLabelsAdmission'), '', 'pods', ['CREATE'], ['', 'binding']),
      admit: (attributes) => {
        const name = nodeNameOf(attributes);
        const labels = name ? nodes.get('', name)?.metadata.labels : undefined;
        const found = keys.flatMap((key): [string, string][] => {
          const value = entryOf(labels, key);
          return value === undefined ? [] : [[key, value]];
        });
        if (found.length === 0) return;
        const { metadata } = attributes.object!;
        metadata.labels = { ...metadata.labels, ...Object.fromEntries(found) };
      },
    };
  },
};

function nodeNameOf(attributes: AdmissionAttributes): string | undefined {
  if (attributes.subresource === '') return objectOf<CoreV1Pod>(attributes).spec.nodeName;
  const { target } = objectOf<CoreV1Binding>(attributes);
  return target.kind === 'Node' ? target.name : undefined;
}
