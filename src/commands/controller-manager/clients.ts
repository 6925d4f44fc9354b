import type { Dialect } from '../../api/meta/dialect.ts';
import { ApiClient } from '../../client/api/api-client.ts';
import { HttpWire } from '../../client/api/http-wire.ts';
import { LimitedWire } from '../../client/api/limited-wire.ts';
import { MeteredWire, type RequestObserver } from '../../client/api/metered-wire.ts';
import type { RateLimit } from '../../client/api/request-pace.ts';
import type { Wire } from '../../client/api/wire.ts';
import { type ClientConfig, noImpersonation } from '../../client/config/client-config.ts';
import { componentConfig } from '../../client/config/component-config.ts';
import { wireOf } from '../../client/config/config-wire.ts';
import { CredentialWire } from '../../client/config/credential-wire.ts';
import { systemPause } from '../../client/retry.ts';
import { monotonicClock, systemClock } from '../../util/clock.ts';
import type { FlagValues } from '../../util/flags.ts';
import { systemRandom } from '../../util/random.ts';
import type { ClientOwner } from '../controllers/running-controllers.ts';
import { AccountCredentials } from './account-credentials.ts';
import type { ManagerMetrics } from './metrics.ts';

export interface ClientsOptions {
  config: ClientConfig;
  dialect: Dialect;
  limit: RateLimit;
  /** Whether controllers act as their own service accounts. */
  hasAccounts: boolean;
  /** For TokenReviews, and for questions of access: those of the manager when undefined. */
  authentication: ClientConfig | undefined;
  authorization: ClientConfig | undefined;
  observer: RequestObserver;
}

/** Connections to the API server: one for the manager itself, and one for all accounts. */
export class Clients implements Disposable {
  readonly #options: ClientsOptions;
  readonly #own: Wire;
  readonly #ofAccounts: Wire;
  readonly #held = new DisposableStack();

  constructor(options: ClientsOptions) {
    const { server, trust } = options.config;
    this.#options = options;
    this.#own = this.#metered(wireOf(options.config), server);
    this.#ofAccounts = this.#metered(new HttpWire({ server, ...trust }), server);
  }

  /** PEM: by which authorities the server is trusted; undefined where the system says so, or anybody is. */
  get authority(): string | undefined {
    return this.#options.config.trust.authority;
  }

  /** Acts as the manager's own user, without the limit. */
  own(name: string): ApiClient {
    return this.#client(this.#own, name);
  }

  /** Acts as a controller, through `guard`. */
  ofController(
    { name, account, limitFactors: factors = { perSecond: 1, burst: 1 } }: ClientOwner,
    guard: (wire: Wire) => Wire,
  ): ApiClient {
    const { limit, hasAccounts, config, observer } = this.#options;
    const wire = account !== undefined && hasAccounts ? this.#asAccount(account) : this.#own;
    const limited = new LimitedWire(guard(wire), {
      limit: { perSecond: limit.perSecond * factors.perSecond, burst: limit.burst * factors.burst },
      clock: monotonicClock,
      pause: systemPause,
      server: originOf(config.server),
      observer,
    });
    return this.#client(limited, name);
  }

  /** Asks who sends a request to the manager, or what that user may do. */
  reviewing(question: 'authentication' | 'authorization'): ApiClient {
    const config = this.#options[question];
    const wire = config === undefined ? this.#own : this.#metered(wireOf(config), config.server);
    return this.#client(wire, question);
  }

  [Symbol.dispose](): void {
    this.#held.dispose();
  }

  #metered(wire: Wire, server: string): Wire {
    const { observer } = this.#options;
    return this.#held.use(
      new MeteredWire(wire, { server: originOf(server), observer, clock: monotonicClock }),
    );
  }

  #asAccount(account: string): Wire {
    const { dialect } = this.#options;
    const credentials = new AccountCredentials({
      client: this.own('account-tokens'),
      namespace: `${dialect.prefix}-system`,
      account,
      apiVersion: `authentication.${dialect.api}/v1`,
      clock: systemClock,
    });
    return new CredentialWire(this.#ofAccounts, credentials, noImpersonation);
  }

  #client(wire: Wire, name: string): ApiClient {
    const userAgent = `${this.#options.dialect.prefix}-controller-manager/${name}`;
    return new ApiClient({ wire, userAgent, random: systemRandom, pause: systemPause });
  }
}

/** The paths of requests hold the rest of it. */
const originOf = (server: string): string => new URL(server).origin;

export interface ClientsEnvironment {
  dialect: Dialect;
  metrics: Pick<ManagerMetrics, 'requests' | 'programs'>;
  warn(message: string): void;
}

/** The clients that the flags describe. Throws a start-up error. */
export function clientsOf(flags: FlagValues, environment: ClientsEnvironment): Clients {
  const { dialect, metrics } = environment;
  const config = configOf(flags, 'kubeconfig', environment);
  const perSecond = Number(flags.text(`${dialect.prefix}-api-qps`));
  if (!(perSecond > 0)) throw new Error(`--${dialect.prefix}-api-qps: must be a number above 0`);
  const limit = { perSecond, burst: Math.max(1, flags.count(`${dialect.prefix}-api-burst`)) };
  const reviews = (flag: string): ClientConfig | undefined =>
    flags.has(flag) ? configOf(flags, flag, environment) : undefined;
  return new Clients({
    config,
    dialect,
    limit,
    hasAccounts: flags.boolean('use-service-account-credentials'),
    authentication: reviews('authentication-kubeconfig'),
    authorization: reviews('authorization-kubeconfig'),
    observer: metrics.requests,
  });
}

const configOf = (
  flags: FlagValues,
  flag: string,
  { dialect, metrics, warn }: ClientsEnvironment,
): ClientConfig =>
  componentConfig({
    path: flags.text(flag),
    // Other configurations have servers of their own.
    master: flag === 'kubeconfig' ? flags.text('master') : undefined,
    env: process.env,
    clock: systemClock,
    dialect,
    warn,
    execObserver: metrics.programs,
  });
