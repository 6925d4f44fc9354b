import type { NextFunction, Request, Response } from 'express';
import type { Attributes, Authorizer } from '../../access/authorization/authorizer.ts';
import type { Dialect } from '../../api/meta/dialect.ts';
import { badRequest } from '../../api/meta/status.ts';
import { authorizeExplained } from '../explanation/explanation.ts';
import { forbiddenRequest } from '../request/forbidden.ts';
import { type Impersonation, impersonatedUser, impersonationOf } from '../request/impersonation.ts';
import { type RequestState, stateOf } from '../request-state.ts';
import { sendPlainError } from '../response/plain-error.ts';
import { sendError } from '../response/respond.ts';
import type { Filter } from './filter.ts';

const prefix = 'impersonate-';

/** Lets a user act as another one, if they may impersonate each attribute of that user. */
export function impersonation(authorizer: Authorizer, { api }: Dialect): Filter {
  const group = `authentication.${api}`;
  const impersonate = async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const wanted = impersonationOf(request.rawHeaders, group);
    if (wanted === undefined) return next();
    if ('refused' in wanted) return sendError(request, response, badRequest(wanted.refused));
    if ('problem' in wanted) return sendPlainError(request, response, wanted.problem);
    const state = stateOf(request);
    const refused = await firstRefused(authorizer, state, wanted, group);
    if (refused !== undefined) {
      response.setHeader('X-Content-Type-Options', 'nosniff');
      return sendError(request, response, forbiddenRequest(refused.attributes, refused.reason));
    }
    state.impersonator = state.user;
    state.user = impersonatedUser(wanted);
    removeHeaders(request);
    next();
  };
  return {
    name: 'impersonation',
    step: 'impersonation',
    handle: (request, response, next) =>
      isAskedFor(request) ? impersonate(request, response, next) : next(),
  };
}

/** Every request comes by here, and hardly any has such a header. */
function isAskedFor({ headers }: Request): boolean {
  for (const name in headers) if (name.startsWith(prefix)) return true;
  return false;
}

/** Each attribute is allowed or not by itself; an error without a yes is a no. */
async function firstRefused(
  authorizer: Authorizer,
  { user, explanation }: RequestState,
  { steps }: Impersonation,
  authenticationGroup: string,
): Promise<{ attributes: Attributes; reason: string } | undefined> {
  for (const { resource, subresource = '', namespace = '', name } of steps) {
    const isCore = ['groups', 'serviceaccounts', 'users'].includes(resource);
    const attributes: Attributes = {
      user: user!,
      verb: 'impersonate',
      isResourceRequest: true,
      namespace,
      group: isCore ? '' : authenticationGroup,
      version: isCore ? '' : 'v1',
      resource,
      subresource,
      name,
      path: '',
    };
    const { verdict, reason } = await authorizeExplained(
      explanation,
      authorizer,
      attributes,
      'impersonation',
    );
    if (verdict !== 'allow') return { attributes, reason };
  }
  return undefined;
}

/** A server behind this one must not see the impersonation headers. */
function removeHeaders({ headers, rawHeaders }: Request): void {
  for (const name of Object.keys(headers)) if (name.startsWith(prefix)) delete headers[name];
  const kept: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (!rawHeaders[i]!.toLowerCase().startsWith(prefix)) kept.push(rawHeaders[i]!, rawHeaders[i + 1]!);
  }
  rawHeaders.splice(0, rawHeaders.length, ...kept);
}
