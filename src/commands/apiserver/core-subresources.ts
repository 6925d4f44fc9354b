import { setTimeout as sleep } from 'node:timers/promises';
import type { Dialect } from '../../api/meta/dialect.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { isReleasedBy } from '../../api/meta/release.ts';
import { apiVersionOf, type Definitions } from '../../api/schema/schema.ts';
import type {
  CoreV1Binding,
  CoreV1Endpoints,
  CoreV1Node,
  CoreV1Pod,
  CoreV1Service,
  PolicyV1PodDisruptionBudget,
} from '../../api/schema/types.gen.ts';
import { timeNow } from '../../api/values/time.ts';
import { HttpProxy } from '../../extensions/proxy/http/http-proxy.ts';
import { type FindTarget, Targets } from '../../extensions/proxy/http/targets.ts';
import { PodConnections } from '../../extensions/proxy/pod-connections.ts';
import type { AgentSettings } from '../../extensions/proxy/settings.ts';
import { bindPod, validateBinding } from '../../kinds/core/pod/binding.ts';
import { ephemeralContainersRules } from '../../kinds/core/pod/ephemeral-containers.ts';
import { Evictor } from '../../kinds/policy/eviction/evictor.ts';
import { decodeServed } from '../../registry/conversion/object-codec.ts';
import type { Reader } from '../../registry/read/reader.ts';
import type { StoredResource } from '../../registry/resource.ts';
import type { Deleter } from '../../registry/write/deleter.ts';
import type { UpdateRules } from '../../registry/write/update-rules.ts';
import type { Writer } from '../../registry/write/writer.ts';
import type { Handler } from '../../server/exchange.ts';
import { bindingHandler } from '../../server/handlers/binding.ts';
import { type Connect, connectHandlers } from '../../server/handlers/connect.ts';
import { evictionHandler } from '../../server/handlers/eviction.ts';
import { patchHandler } from '../../server/handlers/patch.ts';
import { updateHandler } from '../../server/handlers/update.ts';
import type { Representations } from '../../server/representation/representations.ts';
import type { SubresourceRoutes } from '../../server/routing/router.ts';
import { Selection } from '../../storage/watch-cache/selection.ts';
import type { Clock } from '../../util/clock.ts';
import { systemRandom } from '../../util/random.ts';

export interface CoreSubresourceDependencies {
  reader: Reader;
  writer: Writer;
  deleter: Deleter;
  views: Representations;
  clock: Clock;
  dialect: Dialect;
  definitions: Definitions;
  /** The release whose API is served. */
  release: string;
  get: Handler;
  pods: StoredResource;
  nodes: StoredResource;
  services: StoredResource;
  endpoints: StoredResource;
  agents: AgentSettings;
  /** Undefined when PodDisruptionBudgets are not served: then evictions have none to check. */
  budgets: StoredResource | undefined;
}

/** The subresources of pods, Services and nodes. */
export function coreSubresources(given: CoreSubresourceDependencies): {
  binding: Handler;
  subresources: Record<string, SubresourceRoutes>;
} {
  const binding = bindings(given);
  return {
    binding,
    subresources: {
      'pods/binding': { kind: core('Binding'), handlers: { create: binding } },
      'pods/eviction': evictions(given),
      ...(isReleasedBy('1.23', given.release)
        ? { 'pods/ephemeralcontainers': ephemeralContainers(given) }
        : {}),
      ...connections(given),
    },
  };
}

const core = (kind: string) => ({ group: '', version: 'v1', kind });

/** OPTIONS has no verb. */
const all = ['', 'create', 'delete', 'get', 'patch', 'update'];
const streams = ['create', 'get'];

const connection = (kind: string, verbs: readonly string[], connect: Connect): SubresourceRoutes => ({
  kind: core(kind),
  handlers: connectHandlers(verbs, core(kind), connect),
});

function connections(given: CoreSubresourceDependencies): Readonly<Record<string, SubresourceRoutes>> {
  const { attach, exec, log, portForward } = podConnections(given);
  const { pod, service, node } = targets(given);
  const { agents, allowLocal, bytesPerSecond } = given.agents;
  const proxy = new HttpProxy({
    ...{ agents, allowLocal, bytesPerSecond },
    redirectsReadsOnly: isReleasedBy('1.23', given.release),
    saysUnavailable: isReleasedBy('1.21', given.release),
  });
  const to =
    (find: FindTarget): Connect =>
    async (exchange) =>
      proxy.pass(exchange, await find(exchange.info.namespace, exchange.info.name));
  return {
    'nodes/proxy': connection('NodeProxyOptions', all, to(node)),
    'pods/attach': connection('PodAttachOptions', streams, attach),
    'pods/exec': connection('PodExecOptions', streams, exec),
    'pods/log': { handlers: { get: log } },
    'pods/portforward': connection('PodPortForwardOptions', streams, portForward),
    'pods/proxy': connection('PodProxyOptions', all, to(pod)),
    'services/proxy': connection('ServiceProxyOptions', all, to(service)),
  };
}

function podConnections(given: CoreSubresourceDependencies): PodConnections {
  const { getPod, getNode } = readers(given);
  return new PodConnections({ ...given.agents, getPod, getNode });
}

function targets(given: CoreSubresourceDependencies): Targets {
  return new Targets({ ...given.agents, ...readers(given), random: systemRandom });
}

function readers({ reader, pods, nodes, services, endpoints }: CoreSubresourceDependencies) {
  const read = async <T>(resource: StoredResource, namespace: string, name: string): Promise<T> =>
    decodeServed((await reader.get(resource, namespace, name, '')).json) as unknown as T;
  return {
    getPod: (namespace: string, name: string) => read<CoreV1Pod>(pods, namespace, name),
    getNode: (name: string) => read<CoreV1Node>(nodes, '', name),
    getService: (namespace: string, name: string) => read<CoreV1Service>(services, namespace, name),
    getEndpoints: (namespace: string, name: string) => read<CoreV1Endpoints>(endpoints, namespace, name),
  };
}

function bindings({ writer, dialect, definitions, clock, pods }: CoreSubresourceDependencies): Handler {
  return bindingHandler({
    writer,
    metaGroup: `meta.${dialect.api}`,
    pods,
    kind: { ...core('Binding'), schema: definitions.structs.get('core.v1.Binding')! },
    validate: (binding) => validateBinding(asBinding(binding)),
    bind: (pod, binding) => bindPod(asPod(pod), asBinding(binding), timeNow(clock.now())),
  });
}

function evictions(given: CoreSubresourceDependencies): SubresourceRoutes {
  const { dialect, definitions, release } = given;
  const [version, other] = isReleasedBy('1.22', release) ? ['v1', 'v1beta1'] : ['v1beta1', 'v1'];
  const kind = { group: 'policy', version, kind: 'Eviction' };
  const evictor = evictorOf(given);
  const handler = evictionHandler({
    metaGroup: `meta.${dialect.api}`,
    kind: {
      ...kind,
      schema: definitions.structs.get(`policy.${version}.Eviction`)!,
      otherVersions: isReleasedBy('1.22', release) ? [apiVersionOf({ group: 'policy', version: other })] : [],
    },
    evict: (namespace, name, options, dryRun) => evictor.evict(namespace, name, options, dryRun),
  });
  return { kind, handlers: { create: handler } };
}

function evictorOf({ reader, writer, deleter, clock, pods, budgets }: CoreSubresourceDependencies): Evictor {
  return new Evictor({
    async getPod(namespace, name) {
      const { json } = await reader.get(pods, namespace, name, '');
      return decodeServed(json) as unknown as CoreV1Pod;
    },
    deletePod: (namespace, name, options, dryRun) => deleter.delete(pods, namespace, name, options, dryRun),
    async listBudgets(namespace) {
      if (budgets === undefined) return [];
      const everything = { limit: 0, continueToken: '', resourceVersion: '', match: undefined };
      const list = await reader.list(budgets, { ...everything, selection: new Selection(namespace) });
      return list.entries.map(({ json }) => asBudget(decodeServed(json)));
    },
    updateBudget(namespace, name, change, dryRun) {
      const rules = { mayCreate: false, countsGeneration: false, prepare: () => {}, validate: () => [] };
      return writer.update(
        budgets!,
        namespace,
        name,
        {
          ...rules,
          object: (stored) => {
            const budget = stored!();
            change(asBudget(budget));
            return budget;
          },
        },
        { dryRun },
      );
    },
    clock,
    pause: (milliseconds) => sleep(milliseconds),
  });
}

function ephemeralContainers({
  writer,
  views,
  dialect,
  get,
}: CoreSubresourceDependencies): SubresourceRoutes {
  const metaGroup = `meta.${dialect.api}`;
  const { prepareForUpdate, validateUpdate } = ephemeralContainersRules({ dialect });
  const rules = (): UpdateRules => ({
    mayCreate: false,
    countsGeneration: false,
    prepare: (pod, old) => prepareForUpdate(asPod(pod), asPod(old)),
    validate: (pod, old) => validateUpdate(asPod(pod), asPod(old)),
  });
  return {
    handlers: {
      get,
      update: updateHandler(writer, views, metaGroup, rules),
      patch: patchHandler(writer, views, metaGroup, rules),
    },
  };
}

const asPod = (object: ApiObject): CoreV1Pod => object as unknown as CoreV1Pod;
const asBinding = (object: ApiObject): CoreV1Binding => object as unknown as CoreV1Binding;
const asBudget = (object: ApiObject): PolicyV1PodDisruptionBudget =>
  object as unknown as PolicyV1PodDisruptionBudget;
