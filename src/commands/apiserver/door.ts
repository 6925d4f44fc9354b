import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Authenticator } from '../../access/authentication/authenticator.ts';
import { createAuthenticator } from '../../access/authentication/create-authenticator.ts';
import type { Filter } from '../../server/filters/filter.ts';
import { createApplication } from '../../server/http/application.ts';
import { defaultLimits } from '../../server/http/limits.ts';
import { createListener, type Listener } from '../../server/http/listener.ts';
import { abortResponse } from '../../server/http/refusal.ts';
import type { ListenerTls, TlsVersion } from '../../server/http/tls-options.ts';
import { sendError } from '../../server/respond.ts';
import { systemClock } from '../../util/clock.ts';
import { type CredentialFiles, ensureCredentials } from '../credentials.ts';
import { StartError } from './flags.ts';
import type { ApiServerOptions } from './options.ts';
import { readFile } from './storage.ts';

interface DoorParts {
  tls: ListenerTls;
  authenticator: Authenticator;
  resources: DisposableStack;
  /** Made here, for a server that was not given any. */
  credentials: CredentialFiles | undefined;
}

/** Where clients come in: certificates, authentication, the listener. */
export class Door {
  readonly authenticator: Authenticator;
  /** The file with which an admin gets in, when credentials were made for this server. */
  readonly adminKubeconfig: string | undefined;
  readonly #tls: ListenerTls;
  readonly #resources: DisposableStack;
  readonly #options: ApiServerOptions;
  readonly #log: Logger;
  #listener: Listener | undefined;

  private constructor(
    { tls, authenticator, resources, credentials }: DoorParts,
    options: ApiServerOptions,
    log: Logger,
  ) {
    this.authenticator = authenticator;
    this.adminKubeconfig = credentials?.adminKubeconfig;
    this.#tls = tls;
    this.#resources = resources;
    this.#options = options;
    this.#log = log;
  }

  /** Reads or makes what is needed to let anyone in. Throws StartError for a file that cannot be used. */
  static async prepare(options: ApiServerOptions, log: Logger): Promise<Door> {
    const credentials = needsCredentials(options) ? await makeCredentials(options) : undefined;
    const resources = new DisposableStack();
    const authenticator = await createAuthenticator(
      {
        ...given('client-ca-file', options.clientCaFile ?? credentials?.authority),
        ...given('token-auth-file', options.tokenAuthFile),
      },
      { clock: systemClock, dialect: options.dialect, resources, report: (error) => log.warn(error.message) },
    ).catch((error: Error) => {
      throw new StartError(error.message, { cause: error });
    });
    return new Door(
      { tls: tlsOf(options, credentials), authenticator, resources, credentials },
      options,
      log,
    );
  }

  /** Lets clients in, through the chain. Rejects with StartError when the address cannot be had. */
  async open(
    chain: readonly Filter[],
    address: string,
    port: number,
  ): Promise<{ address: string; port: number }> {
    const application = createApplication();
    application.use(inOrder(chain));
    application.use(((error: unknown, request, response, _next) => {
      if (response.headersSent) abortResponse(response);
      else sendError(request, response, error);
    }) as ErrorRequestHandler);
    const report = (error: unknown): void => this.#log.warn(error as Error);
    try {
      this.#listener = createListener({ application, tls: this.#tls, limits: defaultLimits, report });
      const actual = await this.#listener.listen(port, address);
      // Only now is it known what the admin's configuration has to say.
      if (port === 0 && this.adminKubeconfig !== undefined) await makeCredentials(this.#options, actual.port);
      return actual;
    } catch (error) {
      throw new StartError(`cannot serve on ${address}:${port}: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }

  /** Takes nothing new; what is open may finish within so many milliseconds. */
  async close(graceMs: number): Promise<void> {
    await this.#listener?.close(graceMs);
    this.#resources.dispose();
  }
}

/** The filters as one handler: they need nothing of what the router does for each of its own. */
function inOrder(chain: readonly Filter[]): RequestHandler {
  return (request, response, done) => {
    let position = 0;
    const next = (error?: unknown): void => {
      const filter = chain[position++];
      if (error !== undefined || filter === undefined) return done(error);
      try {
        const result: unknown = filter.handle(request, response, next);
        if (result instanceof Promise) result.catch(done);
      } catch (thrown) {
        done(thrown);
      }
    };
    next();
  };
}

const given = (flag: string, value: string | undefined) => (value === undefined ? {} : { [flag]: value });

/** Without a serving certificate, or without any way to authenticate, the server makes its own. */
function needsCredentials({ tlsCertFile, clientCaFile, tokenAuthFile }: ApiServerOptions): boolean {
  return tlsCertFile === undefined || (clientCaFile === undefined && tokenAuthFile === undefined);
}

function makeCredentials(options: ApiServerOptions, port = options.securePort): Promise<CredentialFiles> {
  const { dialect, bindAddress, dataDirectory } = options;
  const isWildcard = bindAddress === '0.0.0.0' || bindAddress === '::';
  return ensureCredentials(dataDirectory, {
    dialect,
    addresses: isWildcard ? [] : [bindAddress],
    port,
    clusterName: dialect.service,
    clock: systemClock,
  }).catch((error: Error) => {
    throw new StartError(`--data-dir: cannot keep credentials in ${dataDirectory}: ${error.message}`, {
      cause: error,
    });
  });
}

function tlsOf(options: ApiServerOptions, credentials: CredentialFiles | undefined): ListenerTls {
  const { tlsCertFile = credentials?.serving ?? '', tlsPrivateKeyFile = credentials?.servingKey ?? '' } =
    options;
  return {
    cert: readFile('--tls-cert-file', tlsCertFile),
    key: readFile('--tls-private-key-file', tlsPrivateKeyFile),
    minVersion: options.tlsMinVersion as TlsVersion,
  };
}
