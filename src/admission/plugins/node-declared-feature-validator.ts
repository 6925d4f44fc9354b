import { equalValues } from '../../api/json/json-values.ts';
import type { CoreV1Container, CoreV1Node, CoreV1Pod } from '../../api/schema/types.gen.ts';
import { goQuote } from '../../util/quote.ts';
import type { PluginDescriptor } from '../descriptor.ts';
import { oldOf, podOf } from './shared/objects.ts';
import { forbidden } from './shared/refusals.ts';
import { handlingIf } from './shared/targets.ts';

/** Refuses changes of a pod that its node does not say it can do. */
export const nodeDeclaredFeatureValidator: PluginDescriptor = {
  name: 'NodeDeclaredFeatureValidator',
  since: '1.35',
  onByDefault: { since: '1.35' },
  flags: [],
  create: async ({ gates, objects }) => {
    const nodes = objects.lister<CoreV1Node>({ group: '', resource: 'nodes' });
    const known = neededFeatures.filter(({ name }) => gates.isOn(name));
    return {
      handles: handlingIf(gates.isOn('NodeDeclaredFeatures'), '', 'pods', ['UPDATE'], ['', 'resize']),
      validate: async (attributes) => {
        const [pod, old] = [podOf(attributes), oldOf<CoreV1Pod>(attributes)];
        const { nodeName } = pod.spec;
        if (!nodeName || equalValues(pod.spec, old.spec)) return;
        const needed = known.filter(({ isNeeded }) => isNeeded(pod, old)).map(({ name }) => name);
        if (needed.length === 0) return;
        const node = nodes.get('', nodeName) ?? (await nodes.getFresh('', nodeName));
        if (node === undefined) throw forbidden(attributes, `node ${goQuote(nodeName)} not found`);
        const declared = node.status?.declaredFeatures ?? [];
        const missing = needed.filter((name) => !declared.includes(name));
        if (missing.length === 0) return;
        const text = `pod update requires features ${missing.join(', ')} which are not available on node`;
        throw forbidden(attributes, `${text} ${goQuote(nodeName)}`);
      },
    };
  },
};

interface NeededFeature {
  readonly name: string;
  readonly isNeeded: (pod: CoreV1Pod, old: CoreV1Pod) => boolean;
}

/** By gate, in the order of their names: a feature whose gate the release does not know is asked of no node. */
const neededFeatures: readonly NeededFeature[] = [
  {
    name: 'InPlacePodLevelResourcesVerticalScaling',
    isNeeded: (pod, old) => !equalValues(pod.spec.resources, old.spec.resources),
  },
  {
    name: 'InPlacePodVerticalScalingInitContainers',
    isNeeded: (pod, old) => {
      const before = new Map(passing(old).map(({ name, resources }) => [name, resources]));
      return passing(pod).some(
        ({ name, resources }) => before.has(name) && !equalValues(resources, before.get(name)),
      );
    },
  },
];

/** The containers that run before the others and end. */
const passing = ({ spec }: CoreV1Pod): CoreV1Container[] =>
  (spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy !== 'Always');
