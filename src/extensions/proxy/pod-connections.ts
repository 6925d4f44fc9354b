import { badRequest } from '../../api/meta/status.ts';
import type { CoreV1Node, CoreV1Pod } from '../../api/schema/types.gen.ts';
import type { Exchange } from '../../server/exchange.ts';
import type { Connect, ConnectOptions } from '../../server/handlers/connect.ts';
import { agentAddress } from './node/agent-address.ts';
import { hostPort } from './node/dial-error.ts';
import type { NodeAgents } from './node/node-agents.ts';
import { agentPath, commandPairs, portPairs, type QueryPairs, streamPairs } from './pod/agent-path.ts';
import { containerOf } from './pod/container.ts';
import { parseLogOptions } from './pod/log-options.ts';
import { streamLog } from './pod/log-stream.ts';
import { asksForUpgrade, upgradeHeaders } from './tunnel/request-headers.ts';
import { tunnel } from './tunnel/upgrade.ts';

export interface PodConnectionDependencies {
  agents: NodeAgents;
  /** Rejects with NotFound. */
  getPod(namespace: string, name: string): Promise<CoreV1Pod>;
  getNode(name: string): Promise<CoreV1Node>;
  /** Types of node addresses, best first. */
  addressTypes: readonly string[];
  /** Port of the agent of a node that names none. */
  defaultPort: number;
}

/** Connects clients with the containers of pods, through the agents of their nodes. */
export class PodConnections {
  readonly #given: PodConnectionDependencies;

  constructor(given: PodConnectionDependencies) {
    this.#given = given;
  }

  /** GET of a log. */
  readonly log = async ({ info, response }: Exchange): Promise<void> => {
    const { namespace, name, query } = info;
    const { container, insecure, pairs } = parseLogOptions(query, name);
    const pod = await this.#given.getPod(namespace, name);
    const parts = ['containerLogs', namespace, name, containerOf(pod, container)];
    const node = nodeOf(pod);
    if (node === '') return void response.status(204).end();
    const address = await this.#addressOf(node);
    const path = agentPath(parts, pairs);
    const headers = ['Host', hostPort(address)];
    const outgoing = this.#given.agents.send({ method: 'GET', address, path, headers, insecure });
    await streamLog(response, { outgoing, address, path, pod: name });
  };

  readonly exec: Connect = (exchange, options) => {
    const pairs = [...commandPairs(options), ...streamPairs(options)];
    return this.#intoContainer('exec', exchange, options, pairs);
  };

  readonly attach: Connect = (exchange, options) =>
    this.#intoContainer('attach', exchange, options, streamPairs(options));

  readonly portForward: Connect = async (exchange, options) => {
    const { namespace, name } = exchange.info;
    const pod = await this.#given.getPod(namespace, name);
    await this.#tunnel(exchange, pod, ['portForward', namespace, name], portPairs(options));
  };

  async #intoContainer(
    what: 'attach' | 'exec',
    exchange: Exchange,
    options: ConnectOptions,
    pairs: QueryPairs,
  ): Promise<void> {
    const { namespace, name } = exchange.info;
    const pod = await this.#given.getPod(namespace, name);
    const container = containerOf(pod, options.container ?? '');
    await this.#tunnel(exchange, pod, [what, namespace, name, container], pairs);
  }

  async #tunnel(
    { request, response }: Exchange,
    pod: CoreV1Pod,
    parts: readonly string[],
    pairs: QueryPairs,
  ): Promise<void> {
    const node = nodeOf(pod);
    if (node === '') throw badRequest(`pod ${pod.metadata.name} does not have a host assigned`);
    const address = await this.#addressOf(node);
    if (!asksForUpgrade(request)) throw badRequest('Upgrade request required');
    const outgoing = this.#given.agents.send({
      method: request.method,
      address,
      path: agentPath(parts, pairs),
      headers: upgradeHeaders(request, hostPort(address)),
    });
    await tunnel(request, response, outgoing, address);
  }

  async #addressOf(node: string): Promise<{ host: string; port: number }> {
    const { addressTypes, defaultPort } = this.#given;
    return agentAddress(await this.#given.getNode(node), addressTypes, defaultPort);
  }
}

const nodeOf = ({ spec }: CoreV1Pod): string => spec?.nodeName ?? '';
