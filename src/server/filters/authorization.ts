import type { Attributes, Authorizer, Ruling } from '../../access/authorization/authorizer.ts';
import {
  parseFieldRequirements,
  parseLabelRequirements,
  readable,
} from '../../access/authorization/selector-requirements.ts';
import type { FeatureGates } from '../../api/gates/feature-gates.ts';
import { forbiddenError } from '../../api/meta/status.ts';
import type { RequestInfo } from '../../api/request/request-info.ts';
import { authorizeExplained } from '../explanation/explanation.ts';
import type { AuthorizationResult } from '../metrics/authorization-series.ts';
import { forbiddenRequest } from '../request/forbidden.ts';
import { attributesOf } from '../request/request-attributes.ts';
import { stateOf } from '../request-state.ts';
import { sendPlainError } from '../response/plain-error.ts';
import { sendError } from '../response/respond.ts';
import type { Filter } from './filter.ts';

/** Differences between releases. */
export interface AuthorizationRules {
  /** Whether authorizers see the selectors of a request. */
  readonly seesSelectors: boolean;
  /** Whether the refusal of a connection into a pod by GET names the pod alone, as it is made where connections are. */
  readonly refusesConnections: boolean;
}

export const authorizationRules = (gates: FeatureGates): AuthorizationRules => ({
  seesSelectors: gates.isOn('AuthorizeWithSelectors'),
  refusesConnections: gates.isOn('AuthorizePodWebsocketUpgradeCreatePermission'),
});

/** Receives how authorization ended, after so many milliseconds. */
export type ObserveAuthorization = (result: AuthorizationResult, milliseconds: number) => void;

const outcomes = { deny: 'denied', 'no-opinion': 'no-opinion' } as const;

/** Passes requests that an authorization mode allows. Errors of modes count only if none allows the request. */
export function authorization(
  authorizer: Authorizer,
  rules: AuthorizationRules,
  observe: ObserveAuthorization = () => {},
): Filter {
  return {
    name: 'authorization',
    step: 'authorization',
    handle: async (request, response, next) => {
      const state = stateOf(request);
      const begun = performance.now();
      let latest: Ruling | undefined;
      const own = attributesOf(state);
      const asked = rules.seesSelectors ? withSelectors(own, state.info) : own;
      for (const attributes of questionsOf(asked)) {
        const answer = authorizeExplained(state.explanation, authorizer, attributes, 'request');
        latest = answer instanceof Promise ? await answer : answer;
        const { verdict, error, reason } = latest;
        if (verdict === 'allow') continue;
        observe(error === undefined ? outcomes[verdict] : 'error', performance.now() - begun);
        state.audit?.authorized(latest);
        if (error !== undefined) return sendPlainError(request, response, error);
        response.setHeader('X-Content-Type-Options', 'nosniff');
        const isConnection = rules.refusesConnections && attributes.verb !== own.verb;
        return sendError(
          request,
          response,
          isConnection
            ? forbiddenError({ group: '', resource: 'pods' }, own.name, reason)
            : forbiddenRequest(attributes, reason),
        );
      }
      observe('allowed', performance.now() - begun);
      state.audit?.authorized(latest!);
      next();
    },
  };
}

const collectionVerbs = new Set(['list', 'watch', 'deletecollection']);

/**
 * The selectors of a request about a collection. They are read when an authorizer looks at them: most never do, and a
 * selector may be as long as a request line.
 */
function withSelectors(attributes: Attributes, { query, subresource }: RequestInfo): Attributes {
  if (!collectionVerbs.has(attributes.verb) || subresource !== '') return attributes;
  const [field, label] = [query.get('fieldSelector') ?? '', query.get('labelSelector') ?? ''];
  if (field === '' && label === '') return attributes;
  return {
    ...attributes,
    get fieldSelector() {
      return field === '' ? undefined : readable(parseFieldRequirements, field);
    },
    get labelSelector() {
      return label === '' ? undefined : readable(parseLabelRequirements, label);
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
