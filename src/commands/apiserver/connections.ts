import type { FeatureGates } from '../../api/gates/feature-gates.ts';
import { isReleasedBy } from '../../api/meta/release.ts';
import type { CoreV1Endpoints, CoreV1Node, CoreV1Pod, CoreV1Service } from '../../api/schema/types.gen.ts';
import { FieldPath } from '../../api/validation/field-errors.ts';
import { HttpProxy } from '../../extensions/proxy/http/http-proxy.ts';
import { type FindTarget, Targets } from '../../extensions/proxy/http/targets.ts';
import type { LogOptionRules, StreamChoice } from '../../extensions/proxy/pod/log-options.ts';
import {
  type LogObserver,
  PodConnections,
  type UpgradeObserver,
} from '../../extensions/proxy/pod-connections.ts';
import type { AgentSettings } from '../../extensions/proxy/settings.ts';
import { logLimits, Places, tunnelLimits } from '../../extensions/proxy/tunnel/places.ts';
import { ObjectReader } from '../../registry/read/object-reader.ts';
import type { Reader } from '../../registry/read/reader.ts';
import type { StoredResource } from '../../registry/resource.ts';
import type { Connect } from '../../server/handlers/connect.ts';
import { isUpgradable } from '../../server/http/upgrade.ts';
import { systemRandom } from '../../util/random.ts';

export interface ConnectionDependencies {
  reader: Reader;
  /** The release whose API is served. */
  release: string;
  pods: StoredResource;
  nodes: StoredResource;
  services: StoredResource;
  endpoints: StoredResource;
  agents: AgentSettings;
  settings: { readonly gates: FeatureGates };
  logs?: LogObserver | undefined;
  upgrades?: UpgradeObserver | undefined;
}

/** The agents and addresses to which subresources of pods, Services and nodes connect clients. */
export function connections(dependencies: ConnectionDependencies): Readonly<Record<string, Connect>> {
  const read = readers(dependencies);
  const { attach, exec, log, portForward } = new PodConnections({
    ...dependencies.agents,
    ...read,
    logOptions: logOptionRules(dependencies.settings.gates),
    logs: dependencies.logs,
    upgrades: dependencies.upgrades,
  });
  const { pod, service, node } = new Targets({
    ...dependencies.agents,
    ...read,
    looksAtServices: dependencies.settings.gates.isIn('1.34'),
    random: systemRandom,
  });
  const { agents, allowLocal, bytesPerSecond } = dependencies.agents;
  const proxy = new HttpProxy({
    agents,
    allowLocal,
    bytesPerSecond,
    redirectsReadsOnly: isReleasedBy('1.23', dependencies.release),
    saysUnavailable: isReleasedBy('1.21', dependencies.release),
  });
  const to =
    (find: FindTarget): Connect =>
    async (exchange) =>
      proxy.pass(exchange, await find(exchange.info.namespace, exchange.info.name));
  const tunnels = new Places('connections into the cluster', tunnelLimits);
  const logs = new Places('logs that are read', logLimits);
  /** Takes a place for each connection that is upgraded, and of others for those of `rest`. */
  const counted =
    (connect: Connect, rest?: Places): Connect =>
    (exchange, options) => {
      const { request, response, state } = exchange;
      const places = isUpgradable(request) ? tunnels : rest;
      places?.occupy(state.user!, response);
      return connect(exchange, options);
    };
  return {
    'nodes/proxy': counted(to(node)),
    'pods/attach': counted(attach),
    'pods/exec': counted(exec),
    'pods/log': counted(log, logs),
    'pods/portforward': counted(portForward),
    'pods/proxy': counted(to(pod)),
    'services/proxy': counted(to(service)),
  };
}

const logOptionRules = (gates: FeatureGates): LogOptionRules => ({
  stream: streamChoice(gates),
  whole: gates.isIn('1.24') ? FieldPath.of('[]') : FieldPath.root,
});

function streamChoice(gates: FeatureGates): StreamChoice {
  if (!gates.isIn('1.32')) return 'unknown';
  return gates.isOn('PodLogsQuerySplitStreams') ? 'taken' : 'refused';
}

function readers({ reader, ...resources }: ConnectionDependencies) {
  const pods = new ObjectReader<CoreV1Pod>(reader, resources.pods);
  const nodes = new ObjectReader<CoreV1Node>(reader, resources.nodes);
  const services = new ObjectReader<CoreV1Service>(reader, resources.services);
  const endpoints = new ObjectReader<CoreV1Endpoints>(reader, resources.endpoints);
  return {
    getPod: (namespace: string, name: string) => pods.get(namespace, name),
    getNode: (name: string) => nodes.get('', name),
    getService: (namespace: string, name: string) => services.get(namespace, name),
    getEndpoints: (namespace: string, name: string) => endpoints.get(namespace, name),
  };
}
