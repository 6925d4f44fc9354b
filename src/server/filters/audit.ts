import type { Request, Response } from 'express';
import type { AuditedRequest } from '../../access/audit/audited-request.ts';
import type { Auditor } from '../../access/audit/auditor.ts';
import type { Caller } from '../../access/audit/event.ts';
import { sourceIps } from '../../access/audit/source-ips.ts';
import { headerText } from '../../api/request/header-text.ts';
import { connectionOf } from '../http/connection.ts';
import { stateOf } from '../request-state.ts';
import { auditResponse } from '../response/audit-response.ts';
import { sendPlainError } from '../response/plain-error.ts';
import type { Filter } from './filter.ts';

/** Records requests whose user is known, before anything else is done for that user. */
export function audit(auditor: Auditor | undefined): Filter {
  if (auditor === undefined) return { name: 'audit', handle: (_request, _response, next) => next() };
  return {
    name: 'audit',
    step: 'audit',
    handle: (request, response, next) => {
      const audited = beginAudit(auditor, request, response);
      if (audited === undefined) return next();
      const stored = audited.arrived();
      if (!auditor.isStrict || stored === true) return next();
      return Promise.resolve(stored).then((isStored) => {
        if (isStored) return next();
        audited.dropped();
        auditor.rejected();
        sendPlainError(request, response, 'failed to store audit event');
      });
    },
  };
}

/** Records requests whose credentials are refused. `namesAttempts`: whether an event says which there were: until 1.33. */
export function auditRefusals(
  auditor: Auditor | undefined,
  namesAttempts: boolean,
): (request: Request, response: Response) => void {
  return (request, response) => {
    if (auditor === undefined) return;
    beginAudit(auditor, request, response)?.refused(namesAttempts ? attemptsOf(request) : undefined);
  };
}

function beginAudit(auditor: Auditor, request: Request, response: Response): AuditedRequest | undefined {
  const state = stateOf(request);
  const audited = auditor.begin(state, () => callerOf(request));
  if (audited === undefined) return undefined;
  state.audit = audited;
  auditResponse(response, state, audited, auditor.waits);
  return audited;
}

/** Characters of a user agent; what follows is cut. */
const maxUserAgentLength = 1024;

function callerOf(request: Request): Caller {
  const { headers, url } = request;
  const given = headers['user-agent'] ?? '';
  const agent = headerText(given) ?? given;
  return {
    uri: url,
    userAgent:
      agent.length > maxUserAgentLength ? `${agent.slice(0, maxUserAgentLength)}...TRUNCATED` : agent,
    sourceIps: sourceIps(headers, connectionOf(request).remoteAddress),
  };
}

/** Which credentials were tried, in the words of the event. */
function attemptsOf(request: Request): string {
  const authorization = (request.headers.authorization ?? '').trim();
  const [scheme = '', ...rest] = authorization.split(' ');
  const attempted: string[] = [];
  const isScheme = (name: string): boolean => rest.length > 0 && scheme.toLowerCase() === name;
  if (isScheme('basic')) attempted.push('basic');
  if (isScheme('bearer')) attempted.push('bearer');
  if (stateOf(request).info.query.get('access_token')) attempted.push('access_token');
  if (connectionOf(request).peerCertificates.length > 0) attempted.push('x509');
  if (attempted.length === 0) return 'Authentication failed, no credentials provided';
  return `Authentication failed, attempted: ${attempted.join(', ')}`;
}
