import type { ErrorRequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Filter } from '../../server/filters/filter.ts';
import { abortResponse } from '../../server/http/abort-response.ts';
import { createApplication } from '../../server/http/application.ts';
import type { Connection } from '../../server/http/connection.ts';
import { InProcessListener } from '../../server/http/in-process.ts';
import { defaultLimits, type ListenerLimits } from '../../server/http/limits.ts';
import {
  type ConnectionSource,
  createListener,
  type Listener,
  type ListenerAddress,
} from '../../server/http/listener.ts';
import type { ListenerTls, TlsVersion } from '../../server/http/tls-options.ts';
import { compose } from '../../server/pipeline.ts';
import { sendError } from '../../server/response/respond.ts';
import { monotonicClock, systemClock } from '../../util/clock.ts';
import { type CredentialFiles, ensureCredentials } from '../credentials.ts';
import { StartError } from '../start-error.ts';
import { AcceptedAuthorities } from './accepted-authorities.ts';
import type { ApiServerOptions } from './options.ts';
import { ServingCertificates } from './serving-certificates.ts';

interface SecureServingDependencies {
  certificates: ServingCertificates;
  /** Made here, for a server that was not given any. */
  credentials: CredentialFiles | undefined;
  handshakeFailed: () => void;
}

interface ServingPlace {
  address: string;
  port: number;
  /** Undefined: a listening socket of its own. */
  source: ConnectionSource | undefined;
}

/** Listener for clients, and its certificates. */
export class SecureServing {
  /** Files that were made for a server that was not given any. */
  readonly credentials: CredentialFiles | undefined;
  readonly #certificates: ServingCertificates;
  #authorities: AcceptedAuthorities | undefined;
  readonly #options: ApiServerOptions;
  readonly #log: Logger;
  readonly #handshakeFailed: () => void;
  #listener: Listener | undefined;
  #local: InProcessListener | undefined;

  private constructor(
    { certificates, credentials, handshakeFailed }: SecureServingDependencies,
    options: ApiServerOptions,
    log: Logger,
  ) {
    this.#handshakeFailed = handshakeFailed;
    this.credentials = credentials;
    this.#certificates = certificates;
    this.#options = options;
    this.#log = log;
  }

  /**
   * Reads or makes what is needed to let anyone in. `handshakeFailed` is called for each connection without TLS. Throws StartError for a file that cannot be used.
   */
  static async prepare(
    options: ApiServerOptions,
    log: Logger,
    handshakeFailed: () => void,
  ): Promise<SecureServing> {
    const credentials = needsCredentials(options) ? await makeCredentials(options) : undefined;
    return new SecureServing(
      { certificates: certificatesOf(options, credentials), credentials, handshakeFailed },
      options,
      log,
    );
  }

  /** The file with which an admin gets in, when credentials were made for this server. */
  get adminKubeconfig(): string | undefined {
    return this.credentials?.adminKubeconfig;
  }

  /** Lets clients in, through the chain. `authorityFiles`: of those that sign client certificates. Rejects with StartError when the address cannot be had. */
  async open(
    chain: readonly Filter[],
    authorityFiles: Iterable<string>,
    { address, port, source }: ServingPlace,
  ): Promise<ListenerAddress> {
    const application = createApplication();
    application.use(compose(chain));
    application.use(((error: unknown, request, response, _next) => {
      if (response.headersSent) abortResponse(response);
      else sendError(request, response, error);
    }) as ErrorRequestHandler);
    this.#authorities = new AcceptedAuthorities(authorityFiles);
    const report = (error: unknown): void => this.#log.warn(error as Error);
    this.#local = new InProcessListener(application, report);
    try {
      this.#listener = createListener({
        application,
        tls: this.#tls(),
        limits: limitsOf(this.#options),
        sharesPort: this.#options.settings.sharesPort,
        source,
        onError: report,
        onHandshakeError: this.#handshakeFailed,
      });
      this.#followFiles(this.#listener);
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

  /** The listener for callers in this process. Only after `open`. */
  get local(): InProcessListener {
    return this.#local!;
  }

  /** Open connections of clients. */
  get connections(): Iterable<Connection> {
    return this.#listener?.connections ?? [];
  }

  /** Connections from now on are served with what the files hold. */
  #followFiles(listener: Listener): void {
    const changed = (): void => listener.replaceCertificates(this.#tls());
    this.#authorities!.onChange(changed);
    this.#certificates.onChange(() => {
      this.#log.info('serving certificates were replaced');
      changed();
    });
  }

  #tls(): ListenerTls {
    const { tlsMinVersion, settings } = this.#options;
    return {
      ...this.#certificates.standard,
      byName: this.#certificates.byName,
      minVersion: tlsMinVersion as TlsVersion,
      ciphers: settings.cipherSuites,
      curves: settings.curves,
      isHttp1Only: !settings.servesHttp2,
      clientAuthorities: this.#authorities!.certificates,
    };
  }

  /** Clients of HTTP/1.1 are asked to come on other connections. */
  retire(): void {
    this.#listener?.retire();
  }

  /** Cuts the connections that are open. */
  cut(): void {
    this.#listener?.cut();
  }

  /** Takes nothing new; what is open may finish within so many milliseconds. */
  async close(graceMs: number): Promise<void> {
    this.#authorities?.[Symbol.dispose]();
    this.#certificates[Symbol.dispose]();
    await this.#listener?.close(graceMs);
    this.#local?.[Symbol.dispose]();
  }
}

/** Without a serving certificate, or without any way to authenticate, the server makes its own. */
function needsCredentials({ tlsCertFile, access }: ApiServerOptions): boolean {
  return tlsCertFile === undefined || !(access.has('client-ca-file') || access.has('token-auth-file'));
}

function makeCredentials(options: ApiServerOptions, port = options.securePort): Promise<CredentialFiles> {
  const { dialect, bindAddress, dataDirectory, settings } = options;
  const directory = settings.certDirectory ?? dataDirectory;
  const isWildcard = bindAddress === '0.0.0.0' || bindAddress === '::';
  return ensureCredentials(directory, {
    dialect,
    addresses: isWildcard ? [] : [bindAddress],
    port,
    clusterName: dialect.service,
    clock: systemClock,
  }).catch((error: Error) => {
    throw new StartError(
      `${settings.certDirectory === undefined ? '--data-dir' : '--cert-dir'}: cannot keep credentials in ${directory}: ${error.message}`,
      {
        cause: error,
      },
    );
  });
}

function certificatesOf(
  { tlsCertFile, tlsPrivateKeyFile, settings }: ApiServerOptions,
  credentials: CredentialFiles | undefined,
): ServingCertificates {
  const certificate = tlsCertFile ?? credentials?.serving ?? '';
  const privateKey = tlsPrivateKeyFile ?? credentials?.servingKey ?? '';
  return new ServingCertificates({ certificate, privateKey }, settings.sni, monotonicClock);
}

function limitsOf({ settings }: ApiServerOptions): ListenerLimits {
  const { streamsPerConnection: concurrentStreams = defaultLimits.concurrentStreams } = settings;
  return { ...defaultLimits, concurrentStreams };
}
