import type { IncomingHttpHeaders } from 'node:http';
import type { CallerTrace, Tracer } from '../../util/tracing/span.ts';
import { stateOf } from '../request-state.ts';
import type { Filter } from './filter.ts';

const serverError = 500;

/** Groups whose members decide what is traced. */
const trustedGroups = ['system:masters', 'system:monitoring'];

/** Begins the span of a request that is traced, for a user who is known by then or not. `name`: of these spans. */
export function tracing(tracer: Tracer, name: string): Filter {
  return {
    name: 'tracing',
    handle: (request, response, next) => {
      const { info, trace, auditId, whenDone, user } = stateOf(request);
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
      const span = tracer.request(name, attributes, callerTrace(request.headers, user?.groups));
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

const callerTrace = (headers: IncomingHttpHeaders, groups: readonly string[] = []): CallerTrace => ({
  traceparent: single(headers['traceparent']),
  tracestate: single(headers['tracestate']),
  baggage: single(headers['baggage']),
  isTrusted: groups.some((group) => trustedGroups.includes(group)),
});

const single = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;
