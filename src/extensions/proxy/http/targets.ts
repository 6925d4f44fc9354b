import { badRequest, StatusError } from '../../../api/meta/status.ts';
import type { CoreV1Endpoints, CoreV1Node, CoreV1Pod, CoreV1Service } from '../../../api/schema/types.gen.ts';
import { isStatus } from '../../../registry/storage-errors.ts';
import { goQuote } from '../../../util/quote.ts';
import type { Random } from '../../../util/random.ts';
import { agentAddress } from '../node/agent-address.ts';
import { parseTargetId, type Scheme } from './target-id.ts';

/** Target of a proxied request. */
export interface Target {
  scheme: Scheme;
  host: string;
  /** A number, except when the client named something else; empty for that of the scheme. */
  port: string;
  /** The agent of a node, which is shown this server's certificate and verified. */
  isAgent: boolean;
}

/** `id`: the name in the path. */
export type FindTarget = (namespace: string, id: string) => Promise<Target>;

export interface TargetDependencies {
  /** Each rejects with NotFound. */
  getPod(namespace: string, name: string): Promise<CoreV1Pod>;
  getNode(name: string): Promise<CoreV1Node>;
  getService(namespace: string, name: string): Promise<CoreV1Service>;
  getEndpoints(namespace: string, name: string): Promise<CoreV1Endpoints>;
  /** Whether a Service is looked at also where its port has a name, so that a missing one is what is told of. */
  looksAtServices: boolean;
  random: Random;
  /** Types of node addresses, best first. */
  addressTypes: readonly string[];
  /** Port of the agent of a node that names none. */
  defaultPort: number;
}

/** Finds what the name in a proxied path means: a pod, a Service or a node. */
export class Targets {
  readonly #dependencies: TargetDependencies;

  constructor(dependencies: TargetDependencies) {
    this.#dependencies = dependencies;
  }

  readonly pod: FindTarget = async (namespace, id) => {
    const { scheme, name, port } = parseTargetId('pod', id);
    const { spec, status } = await this.#dependencies.getPod(namespace, name);
    const host = status?.podIPs?.[0]?.ip ?? status?.podIP ?? '';
    if (host === '') throw badRequest('address not allowed');
    const ports = (spec?.containers ?? []).flatMap((container) => container.ports?.[0] ?? []);
    return target(scheme, host, port || String(ports[0]?.containerPort ?? ''));
  };

  readonly service: FindTarget = async (namespace, id) => {
    const { scheme, name, port } = parseTargetId('service', id);
    const hasNumber = /^\d+$/.test(port);
    if (!hasNumber && this.#dependencies.looksAtServices)
      await this.#dependencies.getService(namespace, name);
    const portName = hasNumber ? await this.#portName(namespace, name, Number(port)) : port;
    const { subsets = [] } = await this.#dependencies.getEndpoints(namespace, name);
    if (subsets.length === 0) throw unavailable(`no endpoints available for service ${goQuote(name)}`);
    for (const subset of this.#shuffled(subsets)) {
      const found = (subset.ports ?? []).find((one) => (one.name ?? '') === portName);
      if (found === undefined) continue;
      for (const { ip, targetRef } of this.#shuffled(subset.addresses ?? [])) {
        const pod = targetRef?.kind === 'Pod' ? targetRef : undefined;
        // Endpoints are for anyone to write who may: only addresses of pods of the namespace are gone to.
        if (pod === undefined || (pod.namespace ?? namespace) !== namespace) continue;
        if (await this.#isAt(namespace, pod.name ?? '', ip)) return target(scheme, ip, String(found.port));
      }
    }
    throw unavailable(`no endpoints available for service ${goQuote(id)}`);
  };

  /** Its agent, unless another port is named. */
  readonly node: FindTarget = async (_namespace, id) => {
    const { scheme, name, port } = parseTargetId('node', id);
    const { addressTypes, defaultPort } = this.#dependencies;
    const agent = agentAddress(await this.#dependencies.getNode(name), addressTypes, defaultPort);
    if (port !== '' && port !== String(agent.port)) return target(scheme, agent.host, port);
    return { scheme: 'https', host: agent.host, port: String(agent.port), isAgent: true };
  };

  async #portName(namespace: string, name: string, port: number): Promise<string> {
    const { spec } = await this.#dependencies.getService(namespace, name);
    const found = (spec?.ports ?? []).find((one) => one.port === port);
    if (found !== undefined) return found.name ?? '';
    throw unavailable(`no service port ${port} found for service ${goQuote(name)}`);
  }

  async #isAt(namespace: string, name: string, ip: string): Promise<boolean> {
    const pod = await this.#dependencies.getPod(namespace, name).catch((error: unknown) => {
      if (isStatus(error, 404)) return undefined;
      throw error;
    });
    return (pod?.status?.podIPs ?? []).some((one) => one.ip === ip) || pod?.status?.podIP === ip;
  }

  /** From one of them on, and around. */
  #shuffled<T>(all: readonly T[]): T[] {
    const start = all.length < 2 ? 0 : this.#dependencies.random.below(all.length);
    return [...all.slice(start), ...all.slice(0, start)];
  }
}

const target = (scheme: Scheme | '', host: string, port: string): Target => ({
  scheme: scheme || 'http',
  host,
  port,
  isAgent: false,
});

const unavailable = (message: string) => new StatusError(503, 'ServiceUnavailable', message);
