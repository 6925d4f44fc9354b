import type { ClientRequest } from 'node:http';
import type { Request } from 'express';
import { badRequest } from '../../api/meta/status.ts';
import type { CoreV1Node, CoreV1Pod } from '../../api/schema/types.gen.ts';
import type { Address } from '../../client/connections.ts';
import type { Exchange } from '../../server/exchange.ts';
import type { Connect, ConnectOptions } from '../../server/handlers/connect.ts';
import { agentAddress } from './node/agent-address.ts';
import { hostPort } from './node/dial-error.ts';
import type { NodeAgents } from './node/node-agents.ts';
import { agentPath, commandPairs, portPairs, type QueryPairs, streamPairs } from './pod/agent-path.ts';
import { containerOf } from './pod/container.ts';
import { type LogOptionRules, parseLogOptions } from './pod/log-options.ts';
import { streamLog } from './pod/log-stream.ts';
import { asksForUpgrade, upgradeHeaders } from './tunnel/request-headers.ts';
import { tunnel } from './tunnel/upgrade.ts';
import { translateChannels } from './websocket/channels.ts';
import { channelProtocol, tunnelProtocolsOf, withinTunnel } from './websocket/protocols.ts';
import { tunnelSpdy } from './websocket/tunnelled-spdy.ts';

export interface PodConnectionDependencies {
  agents: NodeAgents;
  /** Rejects with NotFound. */
  getPod(namespace: string, name: string): Promise<CoreV1Pod>;
  getNode(name: string): Promise<CoreV1Node>;
  /** Types of node addresses, best first. */
  addressTypes: readonly string[];
  /** Port of the agent of a node that names none. */
  defaultPort: number;
  /** Limit of an upgraded connection, each way; 0: none. */
  bytesPerSecond: number;
  logOptions: LogOptionRules;
  /** Counts requests for logs. */
  logs?: LogObserver | undefined;
  /** Counts the streams of clients that speak by WebSocket with agents that speak SPDY. */
  upgrades?: UpgradeObserver | undefined;
}

/** Told the status that says how a stream went. */
export interface UpgradeObserver {
  /** Messages of channels were translated. */
  readonly translated: (code: number) => void;
  /** SPDY was carried as it was. */
  readonly tunnelled: (code: number) => void;
}

export interface LogObserver {
  /** `isVerified`: whether the certificate of the agent has to be right. */
  logAsked(isVerified: boolean): void;
  /** The certificate of an agent was not. */
  agentRefused(): void;
}

/** Connects clients with the containers of pods, through the agents of their nodes. */
export class PodConnections {
  readonly #dependencies: PodConnectionDependencies;

  constructor(dependencies: PodConnectionDependencies) {
    this.#dependencies = dependencies;
  }

  /** GET of a log. */
  readonly log = async ({ info, request, response }: Exchange): Promise<void> => {
    const { namespace, name, query } = info;
    const { container, insecure, pairs } = parseLogOptions(query, name, this.#dependencies.logOptions);
    const pod = await this.#dependencies.getPod(namespace, name);
    const parts = ['containerLogs', namespace, name, containerOf(pod, container)];
    const node = nodeOf(pod);
    if (node === '') return void response.status(204).end();
    const address = await this.#addressOf(node);
    const path = agentPath(parts, pairs);
    const { logs } = this.#dependencies;
    logs?.logAsked(!insecure);
    const headers = ['Host', hostPort(address)];
    const outgoing = this.#dependencies.agents.send({
      method: 'GET',
      address,
      path,
      headers,
      insecure,
      onRefused: logs?.agentRefused,
      ownPort: request.socket.localPort,
    });
    await streamLog(request, response, { outgoing, address, path, pod: name });
  };

  readonly exec: Connect = (exchange, options) => {
    const pairs = [...commandPairs(options), ...streamPairs(options)];
    return this.#intoContainer('exec', exchange, options, pairs);
  };

  readonly attach: Connect = (exchange, options) =>
    this.#intoContainer('attach', exchange, options, streamPairs(options));

  readonly portForward: Connect = async (exchange, options) => {
    const { namespace, name } = exchange.info;
    const pod = await this.#dependencies.getPod(namespace, name);
    const place = await this.#placeOf(pod);
    const path = agentPath(['portForward', namespace, name], portPairs(options));
    const { request, response } = exchange;
    const tunnelled = tunnelProtocolsOf(request);
    if (tunnelled.length === 0) return this.#tunnel(exchange, place, path);
    const outgoing = this.#askForSpdy(request, place, path, tunnelled.map(withinTunnel));
    const { bytesPerSecond, upgrades } = this.#dependencies;
    await tunnelSpdy(request, response, outgoing, place, { bytesPerSecond, began: upgrades?.tunnelled });
  };

  async #intoContainer(
    what: 'attach' | 'exec',
    exchange: Exchange,
    options: ConnectOptions,
    pairs: QueryPairs,
  ): Promise<void> {
    const { namespace, name } = exchange.info;
    const pod = await this.#dependencies.getPod(namespace, name);
    const container = containerOf(pod, options.container ?? '');
    const place = await this.#placeOf(pod);
    const path = agentPath([what, namespace, name, container], pairs);
    const { request, response } = exchange;
    const protocol = channelProtocol(request);
    if (protocol === undefined) return this.#tunnel(exchange, place, path);
    const send = () =>
      this.#askForSpdy(
        request,
        place,
        path,
        versions.map((version) => version + protocol.slice(2)),
      );
    const ended = this.#dependencies.upgrades?.translated;
    await translateChannels(request, response, { protocol, options, address: place, send, ended });
  }

  /** Throws BadRequest. */
  async #placeOf(pod: CoreV1Pod): Promise<Address> {
    const node = nodeOf(pod);
    if (node === '') throw badRequest(`pod ${pod.metadata.name} does not have a host assigned`);
    return this.#addressOf(node);
  }

  async #tunnel({ request, response }: Exchange, address: Address, path: string): Promise<void> {
    if (!asksForUpgrade(request)) throw badRequest('Upgrade request required');
    const { method } = request;
    const headers = upgradeHeaders(request, hostPort(address));
    const outgoing = this.#dependencies.agents.send({
      method,
      address,
      path,
      headers,
      ownPort: request.socket.localPort,
    });
    await tunnel(request, response, outgoing, address, this.#dependencies.bytesPerSecond);
  }

  /** Asks the agent itself: nothing of the client's request goes there. */
  #askForSpdy(
    { socket }: Request,
    address: Address,
    path: string,
    protocols: readonly string[],
  ): ClientRequest {
    const headers = ['Host', hostPort(address), 'Connection', 'Upgrade', 'Upgrade', 'SPDY/3.1'];
    for (const protocol of protocols) headers.push('X-Stream-Protocol-Version', protocol);
    headers.push('Content-Length', '0');
    return this.#dependencies.agents.send({
      method: 'POST',
      address,
      path,
      headers,
      ownPort: socket.localPort,
    });
  }

  async #addressOf(node: string): Promise<Address> {
    const { addressTypes, defaultPort } = this.#dependencies;
    return agentAddress(await this.#dependencies.getNode(node), addressTypes, defaultPort);
  }
}

/** Versions of the stream protocol that agents are offered, best first: older ones report errors as plain text. */
const versions = ['v4'];

const nodeOf = ({ spec }: CoreV1Pod): string => spec?.nodeName ?? '';
