import { equalValues } from '../../api/json/json-values.ts';
import { fillPlaceholders } from '../../api/meta/dialect.ts';
import { StatusError } from '../../api/meta/status.ts';
import { newestFeatures } from '../../api/quota/evaluators/features.ts';
import { podAmounts } from '../../api/quota/evaluators/pod-amounts.ts';
import type { CoreV1Node, CoreV1Pod } from '../../api/schema/types.gen.ts';
import { parseQuantity } from '../../api/values/quantity.ts';
import { goQuote } from '../../util/quote.ts';
import type { PluginDescriptor } from '../descriptor.ts';
import type { AdmissionAttributes } from '../plugin.ts';
import { entryOf, oldOf, podOf } from './shared/objects.ts';
import { forbidden } from './shared/refusals.ts';
import { handlingIf } from './shared/targets.ts';

/** A pod is resized only where its node can do that, and no further than the node has room. */
export const podResizeValidator: PluginDescriptor = {
  name: 'PodResizeValidator',
  since: '1.36',
  onByDefault: { since: '1.36' },
  flags: [],
  create: async ({ dialect, gates, objects }) => {
    const nodes = objects.lister<CoreV1Node>({ group: '', resource: 'nodes' });
    const osLabel = fillPlaceholders(dialect, '{label}/os');
    return {
      handles: handlingIf(gates.isOn('InPlacePodVerticalScaling'), '', 'pods', ['UPDATE'], ['resize']),
      validate: async (attributes) => {
        const pod = podOf(attributes);
        const { nodeName } = pod.spec;
        if (!nodeName || equalValues(pod.spec, oldOf<CoreV1Pod>(attributes).spec)) return;
        const node = nodes.get('', nodeName) ?? (await nodes.getFresh('', nodeName));
        if (node === undefined) throw forbidden(attributes, `node ${goQuote(nodeName)} not found`);
        checkSystem(attributes, node, entryOf(node.metadata.labels, osLabel) ?? '');
        checkRoom(attributes, pod, node);
      },
    };
  },
};

function checkSystem(attributes: AdmissionAttributes, { metadata, status }: CoreV1Node, label: string): void {
  const system = status?.nodeInfo?.operatingSystem || label;
  if (system === '' || system === 'linux') return;
  const text = `pod resize is only supported on linux nodes, node ${goQuote(metadata.name!)} is`;
  throw withCause(forbidden(attributes, `${text} ${goQuote(system)}`), 'UnsupportedPlatform');
}

/** Throws where a pod asks for more than there is for all pods of the node. */
function checkRoom(attributes: AdmissionAttributes, pod: CoreV1Pod, { status }: CoreV1Node): void {
  const requests = podAmounts(pod, 'requests', { ...newestFeatures, resizes: false });
  const lacking = ['cpu', 'memory'].flatMap((name) => {
    const requested = requests.get(name);
    const allocatable = parseQuantity(entryOf(status?.allocatable, name) ?? '0');
    if (requested === undefined || requested.compare(allocatable) <= 0) return [];
    const shown = (amount: typeof allocatable): bigint =>
      name === 'cpu' ? amount.milliValue() : amount.value();
    return [`${name}, requested: ${shown(requested)}, allocatable: ${shown(allocatable)}`];
  });
  if (lacking.length === 0) return;
  const text = `node didn't have enough allocatable resources: ${lacking.join('; ')}`;
  throw withCause(forbidden(attributes, text), 'NodeCapacity');
}

/** The refusal, with a reason for machines. */
function withCause({ code, reason, message, details }: StatusError, cause: string): StatusError {
  const causes = [...(details?.causes ?? []), { reason: cause, message }];
  return new StatusError(code, reason, message, { ...details, causes });
}
