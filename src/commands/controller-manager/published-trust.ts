import type { Authenticator } from '../../access/authentication/authenticator.ts';
import { ChainCertificate } from '../../access/authentication/certificate-chain.ts';
import { ClientCertificateAuthenticator } from '../../access/authentication/methods/client-certificate.ts';
import { RequestHeaderAuthenticator } from '../../access/authentication/methods/request-header.ts';
import type { Dialect } from '../../api/meta/dialect.ts';
import type { CoreV1ConfigMap } from '../../api/schema/types.gen.ts';
import { clusterAuthenticationTrustName } from '../../bootstrap/cluster-authentication-trust.ts';
import { type ApiCaller, callsUntil } from '../../client/api/api-call.ts';
import { ResourceClient } from '../../client/api/resource-client.ts';
import { systemClock } from '../../util/clock.ts';
import { PeriodicTask } from '../../util/periodic-task.ts';
import { parseBundle } from '../../util/x509.ts';

/** Milliseconds between two looks. */
const every = 60_000;

type Data = Readonly<Record<string, string>>;

export interface PublishedTrustOptions {
  client: ApiCaller;
  dialect: Dialect;
  warn(message: string): void;
}

/** By whose certificates the API server knows its callers, as it publishes that for servers that extend it. */
export class PublishedTrust {
  readonly #options: PublishedTrustOptions;
  readonly #task: PeriodicTask;
  readonly #closing = new AbortController();
  #first: Promise<void> | undefined;
  /** The text that was read last. */
  #text = '{}';
  clients: Authenticator | undefined;
  proxies: Authenticator | undefined;

  constructor(options: PublishedTrustOptions) {
    this.#options = options;
    this.#task = new PeriodicTask(() => this.#look(), every, this.#failed);
  }

  start(): void {
    this.#first = this.#look().catch(this.#failed);
    this.#task.start();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([this.#first, this.#task.close()]);
  }

  readonly #failed = ({ message }: Error): void => {
    if (this.#closing.signal.aborted) return;
    this.#options.warn(`certificates of callers: ${clusterAuthenticationTrustName}: ${message}`);
  };

  async #look(): Promise<void> {
    const { client, dialect } = this.#options;
    const caller = callsUntil(client, this.#closing.signal);
    const type = { group: '', version: 'v1', resource: 'configmaps' };
    const configMaps = new ResourceClient<CoreV1ConfigMap>(caller, type);
    const { data = {} } = await configMaps.get(`${dialect.prefix}-system`, clusterAuthenticationTrustName);
    // The authenticators remember connections: they stay as long as nothing changes.
    const text = JSON.stringify(data);
    if (text === this.#text) return;
    const [clients, proxies] = [clientsIn(data), proxiesIn(data)];
    this.#text = text;
    this.clients = clients;
    this.proxies = proxies;
  }
}

function rootsIn(data: Data, key: string): ChainCertificate[] {
  return parseBundle(data[key] ?? '').map((raw) => new ChainCertificate(raw));
}

function clientsIn(data: Data): Authenticator | undefined {
  const roots = rootsIn(data, 'client-ca-file');
  return roots.length === 0 ? undefined : new ClientCertificateAuthenticator({ roots }, systemClock);
}

function proxiesIn(data: Data): Authenticator | undefined {
  const roots = rootsIn(data, 'requestheader-client-ca-file');
  if (roots.length === 0) return undefined;
  const list = (key: string): string[] => JSON.parse(data[`requestheader-${key}`] || '[]') as string[];
  const lower = (key: string): string[] => list(key).map((name) => name.toLowerCase());
  const options = {
    usernameHeaders: lower('username-headers'),
    groupHeaders: lower('group-headers'),
    extraHeaderPrefixes: lower('extra-headers-prefix'),
    allowedNames: list('allowed-names'),
  };
  return new RequestHeaderAuthenticator(options, { roots }, systemClock);
}
