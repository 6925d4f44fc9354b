import type { Logger } from 'pino';
import type { Authenticator } from '../../access/authentication/authenticator.ts';
import { createAuthenticator } from '../../access/authentication/create-authenticator.ts';
import type { Filter } from '../../server/filters/filter.ts';
import { createApplication } from '../../server/http/application.ts';
import { defaultLimits } from '../../server/http/limits.ts';
import { createListener, type Listener } from '../../server/http/listener.ts';
import type { ListenerTls, TlsVersion } from '../../server/http/tls-options.ts';
import { sendError } from '../../server/respond.ts';
import { systemClock } from '../../util/clock.ts';
import { type Credentials, ensureCredentials } from '../credentials.ts';
import { StartError } from './flags.ts';
import type { ApiServerOptions } from './options.ts';
import { readFile } from './storage.ts';

interface DoorParts {
  tls: ListenerTls;
  authenticator: Authenticator;
  resources: DisposableStack;
  /** Made here, for a server that was not given any. */
  credentials: Credentials | undefined;
}

/** Where clients come in: certificates, authentication, the listener. */
export class Door {
  readonly authenticator: Authenticator;
  /** The file with which an admin gets in, when credentials were made for this server. */
  readonly adminKubeconfig: string | undefined;
  readonly #tls: ListenerTls;
  readonly #resources: DisposableStack;
  readonly #log: Logger;
  #listener: Listener | undefined;

  private constructor({ tls, authenticator, resources, credentials }: DoorParts, log: Logger) {
    this.authenticator = authenticator;
    this.adminKubeconfig = credentials?.adminKubeconfig;
    this.#tls = tls;
    this.#resources = resources;
    this.#log = log;
  }

  /** Reads or makes what is needed to let anyone in. Throws StartError for a file that cannot be used. */
  static async prepare(options: ApiServerOptions, log: Logger): Promise<Door> {
    const credentials = needsCredentials(options) ? await makeCredentials(options) : undefined;
    const resources = new DisposableStack();
    const authenticator = await createAuthenticator(
      {
        ...given('client-ca-file', options.clientCaFile ?? credentials?.caFile),
        ...given('token-auth-file', options.tokenAuthFile),
      },
      { clock: systemClock, dialect: options.dialect, resources, report: (error) => log.warn(error.message) },
    ).catch((error: Error) => {
      throw new StartError(error.message, { cause: error });
    });
    return new Door({ tls: tlsOf(options, credentials), authenticator, resources, credentials }, log);
  }

  /** Lets clients in, through the chain. Rejects with StartError when the address cannot be had. */
  async open(chain: readonly Filter[], address: string, port: number): Promise<{ address: string; port: number }> {
    const application = createApplication();
    for (const { handle } of chain) application.use(handle);
    application.use(((error: unknown, request, response, _next) => {
      if (response.headersSent) response.destroy();
      else sendError(request, response, error);
    }) as import('express').ErrorRequestHandler);
    const report = (error: unknown): void => this.#log.warn(error as Error);
    try {
      this.#listener = createListener({ application, tls: this.#tls, limits: defaultLimits, report });
      return await this.#listener.listen(port, address);
    } catch (error) {
      throw new StartError(`cannot serve on ${address}:${port}: ${(error as Error).message}`, { cause: error });
    }
  }

  /** Takes nothing new; what is open may finish within so many milliseconds. */
  async close(graceMs: number): Promise<void> {
    await this.#listener?.close(graceMs);
    this.#resources.dispose();
  }
}

const given = (flag: string, value: string | undefined) => (value === undefined ? {} : { [flag]: value });

/** Without a serving certificate, or without any way to authenticate, the server makes its own. */
function needsCredentials({ tlsCertFile, clientCaFile, tokenAuthFile }: ApiServerOptions): boolean {
  return tlsCertFile === undefined || (clientCaFile === undefined && tokenAuthFile === undefined);
}

function makeCredentials(options: ApiServerOptions): Promise<Credentials> {
  return ensureCredentials(options.dataDirectory, {
    dialect: options.dialect,
    address: options.bindAddress,
    port: options.securePort,
    clock: systemClock,
  }).catch((error: Error) => {
    throw new StartError(`--data-dir: cannot keep credentials in ${options.dataDirectory}: ${error.message}`);
  });
}

function tlsOf(options: ApiServerOptions, credentials: Credentials | undefined): ListenerTls {
  const minVersion = options.tlsMinVersion as TlsVersion;
  const { tlsCertFile, tlsPrivateKeyFile } = options;
  if (tlsCertFile === undefined) return { ...credentials!.serving, minVersion };
  return {
    cert: readFile('--tls-cert-file', tlsCertFile),
    key: readFile('--tls-private-key-file', tlsPrivateKeyFile!),
    minVersion,
  };
}
