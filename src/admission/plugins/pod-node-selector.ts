import { isMap } from '../../api/json/json-values.ts';
import { forbiddenError, internalError } from '../../api/meta/status.ts';
import type { CoreV1Namespace } from '../../api/schema/types.gen.ts';
import { checkedRequirement } from '../../api/selectors/label-requirement.ts';
import type { PluginConfiguration, PluginDependencies, PluginDescriptor } from '../descriptor.ts';
import type { AdmissionAttributes, AdmissionPlugin } from '../plugin.ts';
import { NamespaceFinder } from './shared/namespaces.ts';
import { entryOf, podOf } from './shared/objects.ts';
import { plainError } from './shared/refusals.ts';
import { handling } from './shared/targets.ts';
import { checkFields } from './shared/typed-configuration.ts';

/** The pods of a namespace run on the nodes that the namespace is meant for. */
export const podNodeSelector: PluginDescriptor = {
  name: 'PodNodeSelector',
  onByDefault: false,
  flags: [],
  create: async (given) => plugin(given),
};

type Pairs = Readonly<Record<string, string>>;

const forAll = 'clusterDefaultNodeSelector';

function plugin({ configuration, objects, dialect }: PluginDependencies): AdmissionPlugin {
  const configured = readSelectors(configuration);
  const annotation = `scheduler.alpha.${dialect.label}/node-selector`;
  const namespaces = new NamespaceFinder(objects);

  const selectorOf = ({ metadata }: CoreV1Namespace): Pairs => {
    const own = entryOf(metadata.annotations, annotation);
    if (own === undefined) return configured.get(forAll) ?? {};
    try {
      return parsePairs(own);
    } catch (error) {
      throw plainError((error as Error).message);
    }
  };
  const withNamespace = (
    attributes: AdmissionAttributes,
    step: (selector: Pairs) => void,
  ): void | Promise<void> => {
    const { namespace } = attributes;
    const cached = namespaces.cached(namespace);
    if (cached !== undefined) return step(selectorOf(cached));
    return namespaces.newest(namespace).then(
      (found) => step(selectorOf(found)),
      () => {
        throw internalError(`namespace ${namespace} does not exist`);
      },
    );
  };
  const check = (attributes: AdmissionAttributes, selector: Pairs): void => {
    checkConflict(attributes, selector);
    const allowed = configured.get(attributes.namespace) ?? {};
    const isAllowed = ([key, value]: [string, string]): boolean => entryOf(allowed, key) === value;
    if (Object.keys(allowed).length === 0) return;
    if (!Object.entries(podOf(attributes).spec.nodeSelector ?? {}).every(isAllowed))
      throw refused(attributes, 'pod node label selector labels conflict with its namespace whitelist');
  };
  return {
    handles: handling('', 'pods', ['CREATE']),
    admit: (attributes) =>
      withNamespace(attributes, (selector) => {
        checkConflict(attributes, selector);
        const { spec } = podOf(attributes);
        const merged = { ...selector, ...spec.nodeSelector };
        if (Object.keys(merged).length > 0) spec.nodeSelector = merged;
        check(attributes, selector);
      }),
    validate: (attributes) => withNamespace(attributes, (selector) => check(attributes, selector)),
  };
}

function checkConflict(attributes: AdmissionAttributes, selector: Pairs): void {
  const conflicts = Object.entries(podOf(attributes).spec.nodeSelector ?? {}).some(
    ([key, value]) => (entryOf(selector, key) ?? value) !== value,
  );
  if (conflicts)
    throw refused(attributes, 'pod node label selector conflicts with its namespace node label selector');
}

const refused = ({ group, resource, object }: AdmissionAttributes, why: string) =>
  forbiddenError({ group, resource }, object?.metadata.name ?? '', why);

/** By the namespace; throws a start-up error. */
function readSelectors(configuration: PluginConfiguration | undefined): ReadonlyMap<string, Pairs> {
  if (configuration === undefined) return new Map();
  const { value } = configuration;
  if (!isMap(value)) throw new Error('its configuration is no object');
  checkFields(value, ['podNodeSelectorPluginConfig']);
  const selectors = value['podNodeSelectorPluginConfig'] ?? {};
  if (!isMap(selectors)) throw new Error('podNodeSelectorPluginConfig is no object');
  return new Map(Object.entries(selectors).map(([name, text]) => [name, parsePairs(String(text ?? ''))]));
}

/** `a=b,c=d`. Throws what is wrong with it. */
function parsePairs(text: string): Pairs {
  if (text === '') return {};
  return Object.fromEntries(
    text.split(',').map((pair) => {
      const parts = pair.split('=');
      if (parts.length !== 2) throw new Error(`invalid selector: [${parts.join(' ')}]`);
      const [key, value] = parts.map((part) => part.trim()) as [string, string];
      checkedRequirement(key, '=', [value]);
      return [key, value];
    }),
  );
}
