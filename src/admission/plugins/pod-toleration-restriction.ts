import { isMap } from '../../api/json/json-values.ts';
import type { CoreV1Namespace, CoreV1Pod, CoreV1Toleration } from '../../api/schema/types.gen.ts';
import { parseQuantity } from '../../api/values/quantity.ts';
import type { PluginConfiguration, PluginDependencies, PluginDescriptor } from '../descriptor.ts';
import type { AdmissionAttributes, AdmissionPlugin } from '../plugin.ts';
import { eachContainer } from './shared/containers.ts';
import { NamespaceFinder } from './shared/namespaces.ts';
import { entryOf, podOf } from './shared/objects.ts';
import { plainError } from './shared/refusals.ts';
import { handling } from './shared/targets.ts';
import { mergeTolerations, TolerationIndex } from './shared/tolerations.ts';
import { typedConfiguration } from './shared/typed-configuration.ts';

/** Which taints the pods of a namespace tolerate, and which they may. */
export const podTolerationRestriction: PluginDescriptor = {
  name: 'PodTolerationRestriction',
  onByDefault: false,
  flags: [],
  create: async (given) => plugin(given),
};

type Tolerations = readonly CoreV1Toleration[];

function plugin({ configuration, objects, dialect }: PluginDependencies): AdmissionPlugin {
  const ofCluster = readTolerations(configuration, dialect.api);
  const namespaces = new NamespaceFinder(objects);
  const domain = `scheduler.alpha.${dialect.label}`;
  const memoryPressure: CoreV1Toleration = {
    key: `node.${dialect.label}/memory-pressure`,
    operator: 'Exists',
    effect: 'NoSchedule',
  };
  const withNamespace = (
    { namespace }: AdmissionAttributes,
    step: (found: CoreV1Namespace) => void,
  ): void | Promise<void> => {
    const cached = namespaces.cached(namespace);
    return cached === undefined ? namespaces.newest(namespace).then(step) : step(cached);
  };
  const check = (attributes: AdmissionAttributes, namespace: CoreV1Namespace): void => {
    const { tolerations = [] } = podOf(attributes).spec;
    if (tolerations.length === 0) return;
    const own = annotated(namespace, `${domain}/tolerationsWhitelist`);
    const allowed = own ?? ofCluster.whitelist;
    if (allowed.length === 0) return;
    const index = new TolerationIndex(allowed);
    if (tolerations.every((toleration) => index.covers(toleration))) return;
    const scope = own === undefined ? 'cluster' : 'namespace';
    throw plainError(
      `pod tolerations (possibly merged with namespace default tolerations) conflict with its ${scope} whitelist`,
    );
  };
  return {
    handles: handling('', 'pods', ['CREATE', 'UPDATE']),
    admit: (attributes) =>
      withNamespace(attributes, (namespace) => {
        const pod = podOf(attributes);
        const added: CoreV1Toleration[] = [];
        if (attributes.operation === 'CREATE')
          added.push(...(annotated(namespace, `${domain}/defaultTolerations`) ?? ofCluster.default));
        if (asksForResources(pod)) added.push(memoryPressure);
        if (added.length > 0) pod.spec.tolerations = mergeTolerations(pod.spec.tolerations ?? [], added);
        check(attributes, namespace);
      }),
    validate: (attributes) => withNamespace(attributes, (namespace) => check(attributes, namespace)),
  };
}

/** Undefined where there is no annotation; an empty one is an empty list. */
function annotated({ metadata }: CoreV1Namespace, key: string): Tolerations | undefined {
  const text = entryOf(metadata.annotations, key);
  if (text === undefined) return undefined;
  if (text === '') return [];
  try {
    return tolerationsIn(JSON.parse(text));
  } catch (error) {
    throw plainError((error as Error).message);
  }
}

const fields = {
  key: 'string',
  operator: 'string',
  value: 'string',
  effect: 'string',
  tolerationSeconds: 'number',
};

/** Throws what is wrong with it. */
function tolerationsIn(value: unknown): Tolerations {
  if (value === undefined || value === null) return [];
  const isToleration = (item: unknown): item is CoreV1Toleration =>
    isMap(item) &&
    Object.entries(fields).every(([name, type]) => item[name] === undefined || typeof item[name] === type);
  if (Array.isArray(value) && value.every(isToleration)) return value;
  throw new Error(
    'tolerations must be a list of objects with key, operator, value, effect and tolerationSeconds',
  );
}

function readTolerations(
  configuration: PluginConfiguration | undefined,
  api: string,
): { default: Tolerations; whitelist: Tolerations } {
  const type = { kind: 'Configuration', apiVersions: [`podtolerationrestriction.admission.${api}/v1alpha1`] };
  const value = typedConfiguration(configuration, type, ['default', 'whitelist']);
  return { default: tolerationsIn(value['default']), whitelist: tolerationsIn(value['whitelist']) };
}

/** Whether a pod is more than what is left over: the first to go when memory is short are those that ask for nothing. */
function asksForResources(pod: CoreV1Pod): boolean {
  let asks = false;
  eachContainer(pod, ({ resources: { requests, limits } }) => {
    for (const amounts of [requests, limits]) {
      for (const resource of ['cpu', 'memory']) {
        const amount = entryOf(amounts, resource);
        asks ||= amount !== undefined && parseQuantity(amount).sign() > 0;
      }
    }
  });
  return asks;
}
