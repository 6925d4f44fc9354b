import type { ServiceAddresses } from '../../../admission/webhooks/service-address.ts';
import { authorityOf } from '../../../client/ca-bundle.ts';
import type { Address } from '../../../client/connections.ts';
import type { Identity } from '../../../util/x509.ts';
import type { RemoteApiService } from '../api-service/api-service.ts';
import { Backend, type BackendTrust } from './backend.ts';

export interface BackendDependencies {
  services: ServiceAddresses;
  /** The certificate by which servers know this one; without it they know none of its callers. */
  identity: (() => Identity) | undefined;
  onFlaw?: BackendTrust['onFlaw'];
}

const standardPort = 443;

/** Finds the servers of APIServices. Those of one Service that are trusted in one way share their connections. */
export class Backends implements Disposable {
  readonly #dependencies: BackendDependencies;
  readonly #backends = new Map<string, Backend>();

  constructor(dependencies: BackendDependencies) {
    this.#dependencies = dependencies;
  }

  /** Finds the address of the server. Throws an error whose message goes into the status of the APIService. */
  locate({ spec: { service } }: RemoteApiService): Address {
    const { namespace = '', name = '', port = standardPort } = service;
    return this.#dependencies.services.locate(namespace, name, port);
  }

  /** Throws when the CA bundle holds no certificate. */
  of({ spec }: RemoteApiService): Backend {
    const key = keyOf(spec);
    let backend = this.#backends.get(key);
    if (backend === undefined) {
      const { caBundle, insecureSkipTLSVerify = false } = spec;
      backend = new Backend({
        authority: insecureSkipTLSVerify ? undefined : authorityOf(caBundle),
        insecure: insecureSkipTLSVerify,
        identity: this.#dependencies.identity,
        onFlaw: this.#dependencies.onFlaw,
        serverName: serverNameOf(spec),
      });
      this.#backends.set(key, backend);
    }
    return backend;
  }

  /** The same server, whose certificate is not verified: for probes of its availability. */
  unverified(service: RemoteApiService): Backend {
    const { caBundle: _caBundle, ...spec } = service.spec;
    return this.of({ ...service, spec: { ...spec, insecureSkipTLSVerify: true } });
  }

  /** Forgets those of APIServices that are no more: what is under way ends, idle connections close by themselves. */
  keep(services: Iterable<RemoteApiService>): void {
    const wanted = new Set<string>();
    for (const { spec } of services) {
      const { caBundle: _caBundle, ...bare } = spec;
      wanted.add(keyOf(spec)).add(keyOf({ ...bare, insecureSkipTLSVerify: true }));
    }
    for (const key of this.#backends.keys()) if (!wanted.has(key)) this.#backends.delete(key);
  }

  [Symbol.dispose](): void {
    for (const backend of this.#backends.values()) backend[Symbol.dispose]();
    this.#backends.clear();
  }
}

const serverNameOf = ({ service }: RemoteApiService['spec']): string =>
  `${service.name}.${service.namespace}.svc`;

const keyOf = (spec: RemoteApiService['spec']): string =>
  `${serverNameOf(spec)} ${spec.insecureSkipTLSVerify ?? false} ${spec.caBundle ?? ''}`;
