import type {
  CoreV1Service,
  NetworkingV1Ingress,
  NetworkingV1IngressBackend,
} from '../../../api/schema/types.gen.ts';
import { pathOf } from '../../../client/api/resource-client.ts';
import type { Description } from '../../shared/description/description.ts';
import type { Describer, DescribeTools } from '../describer.ts';
import { endpointsText, slicesOf } from '../parts/service-endpoints.ts';

export const ingress: Describer<NetworkingV1Ingress> = {
  versions: ['networking.{api}/v1'],
  async describe(to, { metadata, spec, status }, tools) {
    const backends = new Backends(tools, metadata.namespace ?? '');
    const { defaultBackend } = spec;
    const byDefault = defaultBackend === undefined ? '<default>' : await backends.textOf(defaultBackend);
    to.field(0, 'Name', metadata.name);
    to.labels(0, 'Labels', metadata.labels);
    to.field(0, 'Namespace', metadata.namespace);
    const addresses = (status?.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip || hostname || '');
    to.field(0, 'Address', [...new Set(addresses)].filter(Boolean).sort().join(','));
    to.field(0, 'Ingress Class', spec.ingressClassName ?? '<none>');
    to.field(0, 'Default backend', byDefault);
    describeTls(to, spec.tls);
    to.line(0, 'Rules:');
    to.table(1, ['Host', 'Path', 'Backends'], []);
    const rules = (spec.rules ?? []).filter(({ http }) => http !== undefined);
    for (const { host, http } of rules) {
      to.line(1, `${host || '*'}\t`);
      for (const { path = '', backend } of http?.paths ?? []) {
        to.line(2, `\t${path} \t${await backends.textOf(backend)}`);
      }
    }
    if (rules.length === 0) to.line(1, `*\t*\t${byDefault}`);
    to.annotations(metadata.annotations);
  },
};

function describeTls(to: Description, tls: NetworkingV1Ingress['spec']['tls'] = []): void {
  if (tls.length > 0) to.line(0, 'TLS:');
  for (const { secretName, hosts = [] } of tls) {
    to.line(1, `${secretName ? `${secretName} terminates` : 'SNI routes'} ${hosts.join(',')}`);
  }
}

/** Backends of requests, with the endpoints of Services. Several paths may name one Service, which is asked for once. */
class Backends {
  readonly #tools: DescribeTools;
  readonly #namespace: string;
  readonly #texts = new Map<string, Promise<string>>();

  constructor(tools: DescribeTools, namespace: string) {
    this.#tools = tools;
    this.#namespace = namespace;
  }

  async textOf({ service, resource }: NetworkingV1IngressBackend): Promise<string> {
    if (service === undefined) {
      if (resource === undefined) return '';
      const { apiGroup, kind, name } = resource;
      return `APIGroup: ${apiGroup ?? '<none>'}, Kind: ${kind}, Name: ${name}`;
    }
    const port = service.port ?? {};
    const key = `${service.name}:${port.number || port.name || ''}`;
    const known =
      this.#texts.get(key) ?? this.#endpoints(service).catch((error: Error) => `<error: ${error.message}>`);
    this.#texts.set(key, known);
    return `${key} (${await known})`;
  }

  async #endpoints({ name, port }: NonNullable<NetworkingV1IngressBackend['service']>): Promise<string> {
    const slices = await slicesOf(this.#tools, this.#namespace, name);
    const path = pathOf({ group: '', version: 'v1', resource: 'services' }, this.#namespace, name);
    const { spec } = await this.#tools.client.json<CoreV1Service>({ method: 'GET', path });
    const found = (spec?.ports ?? []).find((one) =>
      port?.number ? one.port === port.number : one.name === port?.name,
    );
    return endpointsText(slices, found?.name ?? '');
  }
}
