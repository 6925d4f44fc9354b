import type { Attributes, Authorizer, Ruling } from '../../access/authorization/authorizer.ts';
import { authorizeExplained } from '../explanation/explanation.ts';
import type { AuthorizationResult } from '../metrics/authorization-series.ts';
import { forbiddenRequest } from '../request/forbidden.ts';
import { attributesOf } from '../request/request-attributes.ts';
import { stateOf } from '../request-state.ts';
import { sendPlainError } from '../response/plain-error.ts';
import { sendError } from '../response/respond.ts';
import type { Filter } from './filter.ts';

/** Receives how authorization ended, after so many milliseconds. */
export type ObserveAuthorization = (result: AuthorizationResult, milliseconds: number) => void;

const outcomes = { deny: 'denied', 'no-opinion': 'no-opinion' } as const;

/** Passes requests that an authorization mode allows. Errors of modes count only if none allows the request. */
export function authorization(authorizer: Authorizer, observe: ObserveAuthorization = () => {}): Filter {
  return {
    name: 'authorization',
    step: 'authorization',
    handle: async (request, response, next) => {
      const state = stateOf(request);
      const begun = performance.now();
      let latest: Ruling | undefined;
      for (const attributes of questionsOf(attributesOf(state))) {
        const answer = authorizeExplained(state.explanation, authorizer, attributes, 'request');
        latest = answer instanceof Promise ? await answer : answer;
        const { verdict, error, reason } = latest;
        if (verdict === 'allow') continue;
        observe(error === undefined ? outcomes[verdict] : 'error', performance.now() - begun);
        state.audit?.authorized(latest);
        if (error !== undefined) return sendPlainError(request, response, error);
        response.setHeader('X-Content-Type-Options', 'nosniff');
        return sendError(request, response, forbiddenRequest(attributes, reason));
      }
      observe('allowed', performance.now() - begun);
      state.audit?.authorized(latest!);
      next();
    },
  };
}

/** Connections into a pod. */
const intoPods = new Set(['attach', 'exec', 'portforward']);

/**
 * All that a request asks for. Connections into a pod can be opened by a GET, as WebSockets know no other method:
 * what they do is no reading, and who may only read must not.
 */
function questionsOf(attributes: Attributes): readonly Attributes[] {
  const { verb, group, resource, subresource } = attributes;
  const isIntoPod = group === '' && resource === 'pods' && intoPods.has(subresource);
  if (verb !== 'get' || !isIntoPod) return [attributes];
  return [attributes, { ...attributes, verb: 'create' }];
}
