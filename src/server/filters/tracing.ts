import type { IncomingHttpHeaders } from 'node:http';
import type { TraceHeaders, Tracer } from '../../util/tracing/span.ts';
import { stateOf } from '../request-state.ts';
import type { Filter } from './filter.ts';

const serverError = 500;

/** Begins the span of a request that is traced. `name`: of these spans. */
export function tracing(tracer: Tracer, name: string): Filter {
  return {
    name: 'tracing',
    handle: (request, response, next) => {
      const { info, trace, auditId, whenDone } = stateOf(request);
      const attributes = {
        'http.request.method': request.method,
        'url.path': info.path,
        'user_agent.original': request.headers['user-agent'] ?? '',
        'client.address': request.socket.remoteAddress ?? '',
        'audit-id': auditId,
        verb: info.verb,
        group: info.group,
        resource: info.resource,
        subresource: info.subresource,
        namespace: info.namespace,
        name: info.name,
      };
      const span = tracer.request(name, attributes, traceHeaders(request.headers));
      if (span === undefined) return next();
      trace.span = span;
      whenDone.push(() => {
        const { statusCode } = response;
        span.set({ 'http.response.status_code': statusCode });
        span.end(statusCode >= serverError ? new Error(`answered ${statusCode}`) : undefined);
      });
      next();
    },
  };
}

const traceHeaders = (headers: IncomingHttpHeaders): TraceHeaders => ({
  traceparent: single(headers['traceparent']),
  tracestate: single(headers['tracestate']),
  baggage: single(headers['baggage']),
});

const single = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;
