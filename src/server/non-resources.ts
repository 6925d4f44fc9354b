import type { Request, Response } from 'express';
import { methodNotAllowed } from '../api/machinery/status.ts';
import { writePrettyJson } from '../api/codec/json.ts';
import type { ApiSurface } from './api-surface.ts';
import { rootPaths } from './discovery/documents.ts';
import type { DiscoveryHandler } from './discovery/handler.ts';
import { type HealthHandler, sendText } from './health.ts';
import type { Metrics } from './metrics.ts';
import type { OpenApiHandler } from './openapi/handler.ts';
import { stateOf } from './request-state.ts';
import { sendError } from './respond.ts';

export interface NonResourceDependencies {
  surface: ApiSurface;
  discovery: DiscoveryHandler;
  openApi: OpenApiHandler;
  health: HealthHandler;
  metrics: Metrics;
  version: object;
}

/** Answers every path that is not about a resource. */
export class NonResources {
  readonly #dependencies: NonResourceDependencies;

  constructor(dependencies: NonResourceDependencies) {
    this.#dependencies = dependencies;
  }

  async handle(request: Request, response: Response): Promise<void> {
    const { surface, discovery, openApi, health, metrics, version } = this.#dependencies;
    const { path } = stateOf(request).info;
    if (await health.handle(request, response)) return;
    if (request.method !== 'GET' && request.method !== 'HEAD') return sendError(request, response, methodNotAllowed());
    if (path === '/version' || path === '/version/') return sendPretty(response, 200, version);
    if (path === '/metrics') {
      response.setHeader('Content-Type', metrics.registry.contentType);
      return void response.end(await metrics.registry.metrics());
    }
    if (discovery.handle(request, response)) return;
    if (openApi.handle(request, response)) return;
    if (/^\/apis?(\/|$)/.test(path)) return sendText(response, 404, '404 page not found\n');
    const isRoot = path === '/' || path === '/index.html';
    sendPretty(response, isRoot ? 200 : 404, rootPaths(surface, ['/metrics', '/version', ...openApi.paths, ...health.paths]));
  }
}

function sendPretty(response: Response, code: number, value: object): void {
  response.statusCode = code;
  response.setHeader('Content-Type', 'application/json');
  response.end(writePrettyJson(value));
}
