import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { CoreV1Binding, CoreV1Pod } from '../../../api/schema/types.gen.ts';
import { timeNow } from '../../../api/values/time.ts';
import type { KindDependencies } from '../../../registry/kind-rules.ts';
import type { ActionRules, SubresourceRules } from '../../../registry/subresource-rules.ts';
import type { Clock } from '../../../util/clock.ts';
import { proxy, stream } from '../../shared/connection.ts';
import { type BindingFeatures, bindingFeatures, bindPod, validateBinding } from './binding.ts';
import { ephemeralContainers } from './ephemeral-containers.ts';
import { resize } from './resize.ts';
import type { PodRules } from './validation.ts';

const ephemeralContainersSince = '1.23';
const stableEvictionSince = '1.22';
const resizeSince = '1.32';

/** Without a release, all that any release has. */
export function podSubresources(
  dependencies: KindDependencies & PodRules,
): Readonly<Record<string, SubresourceRules<CoreV1Pod>>> {
  const { clock, gates } = dependencies;
  return {
    attach: stream('PodAttachOptions'),
    binding: binding(clock, bindingFeatures(gates)),
    ...(gates.isIn(ephemeralContainersSince)
      ? { ephemeralcontainers: ephemeralContainers(dependencies) }
      : {}),
    eviction: eviction(gates),
    exec: stream('PodExecOptions'),
    log: { type: 'connection', verbs: ['get'] },
    portforward: stream('PodPortForwardOptions'),
    proxy: proxy('PodProxyOptions'),
    ...(gates.isIn(resizeSince) && gates.isOn('InPlacePodVerticalScaling')
      ? { resize: resize(dependencies) }
      : {}),
  };
}

const binding = (clock: Clock, features: BindingFeatures): ActionRules<CoreV1Pod, CoreV1Binding> => ({
  type: 'action',
  kind: { group: '', version: 'v1', kind: 'Binding' },
  validate: validateBinding,
  perform: (pod, action) => bindPod(pod, action, timeNow(clock.now()), features),
});

function eviction(gates: FeatureGates): ActionRules<CoreV1Pod> {
  const isStable = gates.isIn(stableEvictionSince);
  return {
    type: 'action',
    kind: { group: 'policy', version: isStable ? 'v1' : 'v1beta1', kind: 'Eviction' },
    otherVersions: isStable ? ['v1beta1'] : [],
  };
}
