import type { Request, Response } from 'express';
import type { Auditor } from '../access/audit/auditor.ts';
import type { AnonymousAccess } from '../access/authentication/anonymous.ts';
import type { Authenticator } from '../access/authentication/authenticator.ts';
import type { Authorizer } from '../access/authorization/authorizer.ts';
import type { FeatureGates } from '../api/gates/feature-gates.ts';
import type { Dialect } from '../api/meta/dialect.ts';
import type { ErrorTexts } from '../api/meta/error-texts.ts';
import type { RequestInfo } from '../api/request/request-info.ts';
import type { Clock } from '../util/clock.ts';
import type { Random } from '../util/random.ts';
import { within } from '../util/tracing/request-trace.ts';
import type { Tracer } from '../util/tracing/span.ts';
import { audit, auditRefusals } from './filters/audit.ts';
import { authentication } from './filters/authentication.ts';
import { authorization, authorizationRules } from './filters/authorization.ts';
import { cors } from './filters/cors.ts';
import { explanation } from './filters/explanation.ts';
import type { Filter } from './filters/filter.ts';
import { goaway } from './filters/goaway.ts';
import { impersonation } from './filters/impersonation.ts';
import { type Budgets, maxInFlight } from './filters/in-flight.ts';
import { type Leases, leaseHolder } from './filters/lease-holder.ts';
import { requestInfo } from './filters/request-info.ts';
import { type RequestReports, requestLog } from './filters/request-log.ts';
import { requestMetrics } from './filters/request-metrics.ts';
import { strictTransportSecurity, withoutCompression } from './filters/response-headers.ts';
import type { ShutdownGate } from './filters/shutdown-gate.ts';
import { type SlowRequest, slowRequests } from './filters/slow-requests.ts';
import { startup } from './filters/startup.ts';
import { requestTimeout } from './filters/timeout.ts';
import { tracing } from './filters/tracing.ts';
import { cutResponse } from './http/abort-response.ts';
import { UnsentResponses } from './http/unsent-responses.ts';
import { BodyBudget } from './in-flight/body-budget.ts';
import type { Limiter } from './in-flight/limiter.ts';
import type { Metrics } from './metrics/metrics.ts';
import { stateOf } from './request-state.ts';
import type { NonResources } from './routing/non-resources.ts';
import type { ResourceRouter } from './routing/router.ts';
import type { PeerApis } from './surface/peer-apis.ts';
import type { RemoteApis } from './surface/remote-apis.ts';

export interface ChainDependencies {
  clock: Clock;
  random: Random;
  metrics: Metrics;
  /** Logs a request that took long. */
  slowRequest: (request: SlowRequest) => void;
  /** Logs every request; undefined where that is not wanted. */
  everyRequest: RequestReports;
  dialect: Dialect;
  /** The words of errors. */
  texts: ErrorTexts;
  /** Undefined when nothing is traced. */
  tracer: Tracer | undefined;
  authenticator: Authenticator;
  anonymous: AnonymousAccess;
  /** Undefined when nothing is recorded. */
  auditor: Auditor | undefined;
  authorizer: Authorizer;
  gates: FeatureGates;
  /** Flow control, or simple limits. */
  limiter: Limiter;
  leases: Leases;
  /** Milliseconds. */
  requestTimeout: number;
  /** Whether it is known what is stored. */
  isLoaded: () => boolean;
  resources: ResourceRouter;
  nonResources: NonResources;
  /** APIs of other servers. */
  remote: Pick<RemoteApis, 'pass'>;
  /** Servers of other releases; undefined where nothing is passed on to them. */
  peers: Pick<PeerApis, 'pass'> | undefined;
  edge: EdgeOptions;
}

/** Settings of the server's edge, for browsers, load balancers and operators. */
export interface EdgeOptions {
  /** Whether pages of an origin may call; undefined when no CORS headers are sent. */
  allowsOrigin: ((origin: string) => boolean) | undefined;
  /** Undefined without the header. */
  strictTransportSecurity: string | undefined;
  /** Part of the HTTP/2 requests whose clients are asked to reconnect. */
  goawayChance: number;
  compresses: boolean;
  gate: ShutdownGate;
}

/** The release from which on it depends on the user whether the trace of a caller goes on. */
const tracesUsersSince = '1.33';

/** The release from which on the event of a refusal does not say which credentials there were. */
const namesNoAttemptsSince = '1.34';

/** The way of every request, from top to bottom. */
export function buildChain(dependencies: ChainDependencies): Filter[] {
  const { tracer, dialect, gates } = dependencies;
  const traced = tracer === undefined ? [] : [tracing(tracer, `${spanPrefix(dialect)}API`)];
  const tracesUsers = gates.isIn(tracesUsersSince);
  return [
    // Parse verb, resource and name. Paths that are not in normal form are answered here.
    requestInfo(dependencies.clock, dependencies.random, dependencies.texts),
    requestMetrics(dependencies.metrics, dependencies.clock),
    slowRequests(dependencies.slowRequest),
    requestLog(dependencies.everyRequest),
    ...(tracesUsers ? [] : traced),
    ...atTheEdge(dependencies),
    requestTimeout(dependencies.requestTimeout, dependencies.metrics),
    ...(dependencies.edge.allowsOrigin === undefined ? [] : [cors(dependencies.edge.allowsOrigin)]),
    // Can anything be decided yet?
    startup(dependencies.isLoaded, (request, response) =>
      dependencies.nonResources.handle(request, response),
    ),
    // Which user, and impersonating whom? Audit comes first, so that refused impersonations are recorded.
    authentication(
      dependencies.authenticator,
      dependencies.anonymous,
      auditRefusals(dependencies.auditor, !gates.isIn(namesNoAttemptsSince)),
      (result, milliseconds, user) =>
        dependencies.metrics.authentication.authenticated(result, milliseconds / 1_000, user),
    ),
    ...(tracesUsers ? traced : []),
    audit(dependencies.auditor),
    // Are their grounds asked for?
    explanation(dependencies.authorizer),
    impersonation(dependencies.authorizer, dependencies.dialect, dependencies.gates),
    maxInFlight(budgetsOf(dependencies)),
    // May they?
    authorization(
      dependencies.authorizer,
      authorizationRules(dependencies.gates),
      dependencies.metrics.authorization.authorized,
    ),
    // Do they hold the Lease that they say they hold?
    leaseHolder(dependencies.leases),
    // Do it, or let the server do it whose API it is.
    dispatch(dependencies),
  ];
}

function atTheEdge({ edge, random }: ChainDependencies): Filter[] {
  const { strictTransportSecurity: security, goawayChance, compresses, gate } = edge;
  return [
    gate.filter,
    ...(security === undefined ? [] : [strictTransportSecurity(security)]),
    ...(compresses ? [] : [withoutCompression()]),
    ...(goawayChance === 0 ? [] : [goaway(goawayChance, random)]),
  ];
}

function budgetsOf({ limiter, metrics }: ChainDependencies): Budgets {
  return {
    limiter,
    observer: metrics.inFlight,
    bodies: new BodyBudget(),
    unsent: new UnsentResponses((response) => {
      metrics.terminated(stateOf(response.req as Request));
      cutResponse(response);
    }),
  };
}

function dispatch({ resources, nonResources, remote, peers }: ChainDependencies): Filter {
  return {
    name: 'dispatch',
    handle: (request: Request, response: Response) => {
      const { info, slot, trace } = stateOf(request);
      const here = info.isResourceRequest ? resources : nonResources;
      const handle = () =>
        remote.pass(request, response) ?? peers?.pass(request, response) ?? here.handle(request, response);
      const handled =
        trace.span === undefined ? handle() : within(spanOf(info), noAttributes, 'internal', handle);
      return slot === undefined ? handled : slot.during(handled);
    },
  };
}

/** `Orch` of `orch`: the word before `API` in the names of the spans of requests. */
const spanPrefix = ({ service }: Dialect): string => service.charAt(0).toUpperCase() + service.slice(1);

const noAttributes = () => ({});

/** The span of the work on a request: `Create`, `List`. */
const spanOf = ({ verb }: RequestInfo): string =>
  verb === 'deletecollection' ? 'Delete' : verb.charAt(0).toUpperCase() + verb.slice(1);
