import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { writePrettyJson } from '../../api/codec/json.ts';
import { formats, plainJson } from '../../api/codec/negotiation.ts';
import { isReleasedBy } from '../../api/meta/release.ts';
import { noSuchResource } from '../../api/meta/status.ts';
import type { DebugPages } from '../debug/debug-pages.ts';
import { rootPaths } from '../discovery/documents.ts';
import { type DiscoveryHandler, discoveryRefusal } from '../discovery/handler.ts';
import type { OpenApiHandler } from '../openapi/handler.ts';
import { stateOf } from '../request-state.ts';
import { acceptsGzip } from '../response/compression.ts';
import { sendText } from '../response/plain-text.ts';
import { sendError } from '../response/respond.ts';
import type { ApiSurface } from '../surface/api-surface.ts';
import type { FlowControlDumps } from './flow-control-dumps.ts';
import type { HealthHandler } from './health.ts';
import type { IssuerDiscoveryHandler } from './issuer-discovery.ts';
import type { ZPages } from './zpages.ts';

/** The answer to /metrics. */
export interface MetricsPage {
  readonly contentType: string;
  text(): Promise<string>;
  reset(): Promise<void>;
}

export interface NonResourceDependencies {
  surface: ApiSurface;
  discovery: DiscoveryHandler;
  openApi: OpenApiHandler;
  issuer: IssuerDiscoveryHandler;
  health: HealthHandler;
  dumps: FlowControlDumps;
  zPages: ZPages;
  metrics: MetricsPage;
  /** The results of health checks, for a page of their own. */
  healthSeries: MetricsPage;
  /** Undefined when they are not served. */
  debug: DebugPages | undefined;
  version: object;
  /** Which is served: `1.23`. */
  release: string;
}

const compress = promisify(gzip);

const healthMetrics = '/metrics/slis';

/** The paths of `/` that are answered whatever is served. */
const ownPaths = ['/metrics', '/version'];

/** Answers every path that is not about a resource. */
export class NonResources {
  readonly #dependencies: NonResourceDependencies;
  readonly #showsHealth: boolean;
  /** Whether an unknown path is answered with the paths that there are: so it is before 1.24. */
  readonly #listsPaths: boolean;
  readonly #versionTypes: readonly string[];
  readonly #sendMetrics: ReturnType<typeof metricsSender>;

  constructor(dependencies: NonResourceDependencies) {
    this.#dependencies = dependencies;
    this.#showsHealth = isReleasedBy('1.26', dependencies.release);
    this.#listsPaths = !isReleasedBy('1.24', dependencies.release);
    this.#sendMetrics = metricsSender(dependencies.release);
    this.#versionTypes = this.#listsPaths ? formats : [plainJson.format];
  }

  async handle(request: Request, response: Response): Promise<void> {
    const { discovery, openApi, issuer, health, dumps, zPages, metrics, healthSeries, debug } =
      this.#dependencies;
    const { path } = stateOf(request).info;
    // Most of these answer to whatever method.
    if (await health.handle(request, response)) return;
    if (path === '/version' || path === '/version/') return this.#sendVersion(request, response);
    if (path === '/metrics') return this.#sendMetrics(request, response, metrics);
    if (path === healthMetrics && this.#showsHealth)
      return this.#sendMetrics(request, response, healthSeries);
    if (dumps.handle(request, response) || zPages.handle(request, response)) return;
    if (await debug?.handle(request, response)) return;
    if (discovery.handle(request, response)) return;
    if (await openApi.handle(request, response)) return;
    if (issuer.handle(request, response)) return;
    if (/^\/apis?(\/|$)/.test(path)) return this.#sendUnknown(request, response, path);
    const isRoot = path === '/' || path === '/index.html';
    if (isRoot || this.#listsPaths) return sendPretty(response, isRoot ? 200 : 404, this.#paths());
    sendText(response, 404, '404 page not found\n');
  }

  #paths(): object {
    const { surface, openApi, issuer, health, dumps, zPages } = this.#dependencies;
    return rootPaths(surface, [
      ...ownPaths,
      ...(this.#showsHealth ? [healthMetrics] : []),
      ...[openApi, issuer, health, dumps, zPages].flatMap(({ paths }) => paths),
    ]);
  }

  #sendVersion(request: Request, response: Response): void {
    const refusal = discoveryRefusal(request, [], this.#versionTypes);
    if (refusal !== undefined) return sendError(request, response, refusal);
    sendPretty(response, 200, this.#dependencies.version);
  }

  /** A group that is served says so even of what it does not have. */
  #sendUnknown(request: Request, response: Response, path: string): void {
    const [, root, group = ''] = path.split('/');
    const isKnown = root === 'api' || (group !== '' && this.#dependencies.surface.isBuiltIn(group));
    if (isKnown) return sendError(request, response, noSuchResource());
    sendText(response, 404, '404 page not found\n');
  }
}

/** Sends pages of metrics as a release does. */
function metricsSender(release: string): (...exchange: [Request, Response, MetricsPage]) => Promise<void> {
  const isLater = isReleasedBy('1.24', release);
  const escaping = isReleasedBy('1.33', release) ? '; escaping=underscores' : '';
  return async (request, response, page) => {
    if (request.method === 'DELETE') {
      await page.reset();
      if (isLater) response.setHeader('Content-Type', 'text/plain; charset=utf-8');
      return void response.end('metrics reset\n');
    }
    response.setHeader('Content-Type', `${page.contentType}${escaping}`);
    const text = await page.text();
    if (!isLater || !acceptsGzip(request)) return void response.end(text);
    const compressed = await compress(text, { level: constants.Z_BEST_SPEED });
    if (response.destroyed || response.headersSent) return;
    response.setHeader('Content-Encoding', 'gzip');
    response.end(compressed);
  };
}

function sendPretty(response: Response, code: number, value: object): void {
  response.statusCode = code;
  response.setHeader('Content-Type', 'application/json');
  response.end(writePrettyJson(value));
}
