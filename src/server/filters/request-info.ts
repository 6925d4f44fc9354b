import type { Response } from 'express';
import type { ErrorTexts } from '../../api/meta/error-texts.ts';
import { badRequest, noSuchResource, type StatusError } from '../../api/meta/status.ts';
import { parseRequestInfo } from '../../api/request/request-info.ts';
import type { Clock } from '../../util/clock.ts';
import { Pacer, TurnQueue } from '../../util/pacer.ts';
import type { Random } from '../../util/random.ts';
import { RequestTrace, runFor } from '../../util/tracing/request-trace.ts';
import { applyCborType, applyMediaType } from '../request/read-body.ts';
import { setState } from '../request-state.ts';
import { sendPlainError } from '../response/plain-error.ts';
import type { Filter } from './filter.ts';

/** Ids of callers are kept when they look like ids. */
const auditIdForm = /^[\w.-]{1,256}$/;

/** Parses the target, once, for all filters and handlers. Rejects paths that are not in normal form. */
export function requestInfo(clock: Clock, random: Random, texts: ErrorTexts): Filter {
  const turns = new TurnQueue();
  return {
    name: 'request-info',
    handle: (request, response, next) => {
      const given = request.headers['audit-id'];
      const auditId = typeof given === 'string' && auditIdForm.test(given) ? given : random.uuid();
      response.setHeader('Audit-Id', auditId);
      response.setHeader('Cache-Control', 'no-cache, private');
      const info = parseRequestInfo(request.method, request.url);
      if ('error' in info) {
        const message = `failed to create RequestInfo: ${info.error}, ${request.url}`;
        return sendPlainError(request, response, message);
      }
      if ('badRequest' in info) return sendRefusal(response, refusalOf(request.url, info.badRequest));
      const whenDone: (() => void)[] = [];
      const trace = new RequestTrace();
      setState(request, {
        info,
        received: clock.now(),
        deadline: Number.POSITIVE_INFINITY,
        auditId,
        served: undefined,
        takesCbor: false,
        user: undefined,
        impersonator: undefined,
        impersonationConstraint: undefined,
        slot: undefined,
        audit: undefined,
        explanation: undefined,
        auditAnnotations: new Map(),
        texts,
        warnings: [],
        applies: info.verb === 'patch' && isApply(request.headers['content-type']),
        bodyBytes: 0,
        isProxied: false,
        checkBeforeWrite: undefined,
        pacer: new Pacer(turns),
        trace,
        whenDone,
      });
      response.once('close', () => {
        for (const call of whenDone) call();
      });
      runFor(trace, next);
    },
  };
}

/** Nothing has a path with an empty segment or one of dots; other paths would mean one thing here and another elsewhere. */
const refusalOf = (url: string, reason: string): StatusError =>
  /^\/(?:[^?#]*\/)?\.{0,2}\//.test(url) ? noSuchResource() : badRequest(reason);

/** In JSON, before anything is known of the form that the answer should have. */
function sendRefusal(response: Response, refusal: StatusError): void {
  response.statusCode = refusal.code;
  response.setHeader('Content-Type', 'application/json');
  response.end(`${JSON.stringify(refusal.toStatus())}\n`);
}

const isApply = (contentType: string | undefined): boolean =>
  contentType !== undefined &&
  (contentType.startsWith(applyMediaType) || contentType.startsWith(applyCborType));
