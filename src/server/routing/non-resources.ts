import type { Request, Response } from 'express';
import { writePrettyJson } from '../../api/codec/json.ts';
import { isReleasedBy } from '../../api/meta/release.ts';
import { noSuchResource } from '../../api/meta/status.ts';
import type { DebugPages } from '../debug/debug-pages.ts';
import { rootPaths } from '../discovery/documents.ts';
import { type DiscoveryHandler, discoveryRefusal } from '../discovery/handler.ts';
import type { OpenApiHandler } from '../openapi/handler.ts';
import { stateOf } from '../request-state.ts';
import { sendText } from '../response/plain-text.ts';
import { sendError } from '../response/respond.ts';
import type { ApiSurface } from '../surface/api-surface.ts';
import type { FlowControlDumps } from './flow-control-dumps.ts';
import type { HealthHandler } from './health.ts';
import type { IssuerDiscoveryHandler } from './issuer-discovery.ts';

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
  metrics: MetricsPage;
  /** The results of health checks, for a page of their own. */
  healthSeries: MetricsPage;
  /** Undefined when they are not served. */
  debug: DebugPages | undefined;
  version: object;
  /** Which is served: `1.23`. */
  release: string;
}

const healthMetrics = '/metrics/slis';

/** Answers every path that is not about a resource. */
export class NonResources {
  readonly #dependencies: NonResourceDependencies;
  readonly #showsHealth: boolean;

  constructor(dependencies: NonResourceDependencies) {
    this.#dependencies = dependencies;
    this.#showsHealth = isReleasedBy('1.26', dependencies.release);
  }

  async handle(request: Request, response: Response): Promise<void> {
    const { surface, discovery, openApi, issuer, health, dumps, metrics, healthSeries, debug } =
      this.#dependencies;
    const { path } = stateOf(request).info;
    // Most of these answer to whatever method.
    if (await health.handle(request, response)) return;
    if (path === '/version' || path === '/version/') return this.#sendVersion(request, response);
    if (path === '/metrics') return sendMetrics(request, response, metrics);
    if (path === healthMetrics && this.#showsHealth) return sendMetrics(request, response, healthSeries);
    if (dumps.handle(request, response)) return;
    if (await debug?.handle(request, response)) return;
    if (discovery.handle(request, response)) return;
    if (await openApi.handle(request, response)) return;
    if (issuer.handle(request, response)) return;
    if (/^\/apis?(\/|$)/.test(path)) return this.#sendUnknown(request, response, path);
    const isRoot = path === '/' || path === '/index.html';
    sendPretty(
      response,
      isRoot ? 200 : 404,
      rootPaths(surface, [
        '/metrics',
        ...(this.#showsHealth ? [healthMetrics] : []),
        '/version',
        ...openApi.paths,
        ...issuer.paths,
        ...health.paths,
        ...dumps.paths,
      ]),
    );
  }

  #sendVersion(request: Request, response: Response): void {
    const refusal = discoveryRefusal(request, []);
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

async function sendMetrics(request: Request, response: Response, page: MetricsPage): Promise<void> {
  if (request.method === 'DELETE') {
    await page.reset();
    return void response.end('metrics reset\n');
  }
  response.setHeader('Content-Type', page.contentType);
  response.end(await page.text());
}

function sendPretty(response: Response, code: number, value: object): void {
  response.statusCode = code;
  response.setHeader('Content-Type', 'application/json');
  response.end(writePrettyJson(value));
}
