import { ApiClient } from '../../../client/api/api-client.ts';
import { Http1Wire } from '../../../client/api/http1-wire.ts';
import type { Wire } from '../../../client/api/wire.ts';
import { type ClientConfig, clientConfig } from '../../../client/config/client-config.ts';
import { CredentialWire } from '../../../client/config/credential-wire.ts';
import type { Pause } from '../../../client/retry.ts';
import { systemRandom } from '../../../util/random.ts';
import type { FlagSet } from '../arguments/flag-set.ts';
import { CliError } from '../errors/cli-error.ts';
import type { Host } from '../host.ts';
import { readConfig } from './read-config.ts';
import { requestTimeout } from './request-timeout.ts';
import { UserWire } from './user-wire.ts';
import type { Warnings } from './warnings.ts';

/** Milliseconds: as long as timers go. The user limits requests, or ends them. */
const longest = 2 ** 31 - 1;

/** Keeps the process alive: nothing else may be open meanwhile. */
const pause: Pause = async (ms, signal) => {
  const { setTimeout: sleep } = await import('node:timers/promises');
  await sleep(ms, undefined, signal === undefined ? {} : { signal });
};

/** A server, and the user who asks it. */
export interface Connection {
  /** `https://a.example:6443` */
  server: string;
  config: ClientConfig;
  client: ApiClient;
  wire: Wire;
  /** Namespace of the context; "" without one. */
  namespace: string;
}

/** Throws CliError when the kubeconfig or the flags are wrong. Opens nothing yet. */
export async function openConnection(
  flags: FlagSet,
  host: Host,
  userAgent: string,
  warnings: Warnings,
): Promise<Connection> {
  const timeout = requestTimeout(flags.text('request-timeout'));
  const { resolved, dialect } = readConfig(flags, host);
  const config = configOf(() => clientConfig(resolved, { clock: { now: () => host.now() }, dialect }));
  const { server, namespace } = config;
  const wire = new UserWire(await wireFor(config), {
    server,
    timeout,
    warnings,
    host,
    verbosity: flags.integer('v'),
  });
  const client = new ApiClient({
    wire,
    userAgent,
    random: systemRandom,
    pause,
    timeout: longest,
  });
  return { server, config, client, wire, namespace };
}

/** One that starts fast, unless a proxy stands between. */
async function wireFor(config: ClientConfig): Promise<Wire> {
  const { server, trust, credentials, impersonate } = config;
  if (trust.proxy !== undefined) {
    const { wireOf } = await import('../../../client/config/config-wire.ts');
    return wireOf(config);
  }
  const wire = new Http1Wire({ server, ...trust, identity: credentials.identity });
  return new CredentialWire(wire, credentials, impersonate);
}

function configOf(make: () => ClientConfig): ClientConfig {
  try {
    return make();
  } catch (error) {
    throw new CliError((error as Error).message, 1, { cause: error });
  }
}
