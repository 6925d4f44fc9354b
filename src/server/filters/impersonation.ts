import { hash } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { Attributes, Authorizer } from '../../access/authorization/authorizer.ts';
import type { FeatureGates } from '../../api/gates/feature-gates.ts';
import type { Dialect } from '../../api/meta/dialect.ts';
import { badRequest } from '../../api/meta/status.ts';
import { authorizeExplained } from '../explanation/explanation.ts';
import { forbiddenRequest } from '../request/forbidden.ts';
import { type Impersonation, impersonationOf } from '../request/impersonation.ts';
import {
  type ImpersonationMode,
  type ImpersonationPlan,
  impersonationModes,
  legacyMode,
} from '../request/impersonation-modes.ts';
import { attributesOf } from '../request/request-attributes.ts';
import { type RequestState, stateOf } from '../request-state.ts';
import { sendPlainError } from '../response/plain-error.ts';
import { sendError } from '../response/respond.ts';
import type { Filter } from './filter.ts';

const prefix = 'impersonate-';

/** Lets a user act as another one, if they may impersonate each attribute of that user. */
export function impersonation(authorizer: Authorizer, { api, label }: Dialect, gates: FeatureGates): Filter {
  const group = `authentication.${api}`;
  const isConstrained = gates.isOn('ConstrainedImpersonation');
  const check = new ImpersonationCheck(
    authorizer,
    isConstrained ? impersonationModes(group, label) : [legacyMode(group)],
  );
  const impersonate = async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const wanted = impersonationOf(request.rawHeaders, group, isConstrained);
    if (wanted === undefined) return next();
    if ('refused' in wanted) {
      if (isConstrained) response.setHeader('X-Content-Type-Options', 'nosniff');
      return sendError(request, response, badRequest(wanted.refused));
    }
    if ('problem' in wanted) return sendPlainError(request, response, wanted.problem);
    const state = stateOf(request);
    const outcome = await check.of(wanted, state);
    if ('attributes' in outcome) {
      response.setHeader('X-Content-Type-Options', 'nosniff');
      return sendError(request, response, forbiddenRequest(outcome.attributes, outcome.reason));
    }
    state.impersonator = state.user;
    state.user = outcome.plan.user;
    state.impersonationConstraint = outcome.mode.constraint;
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

/** A question that was not allowed. */
interface Refusal {
  readonly attributes: Attributes;
  readonly reason: string;
}

interface Allowed {
  readonly mode: ImpersonationMode;
  readonly plan: ImpersonationPlan;
}

/** Requests whose mode is remembered, and milliseconds for which it is. */
const remembered = { max: 1_024, ttl: 10_000 };

/** Tries the modes in their order, but first the one that allowed such a request last. */
class ImpersonationCheck {
  readonly #authorizer: Authorizer;
  readonly #modes: readonly ImpersonationMode[];
  /** By the digest of the request, which may be long. */
  readonly #latest = new LRUCache<string, ImpersonationMode>(remembered);

  constructor(authorizer: Authorizer, modes: readonly ImpersonationMode[]) {
    this.#authorizer = authorizer;
    this.#modes = modes;
  }

  /** The first refusal when no mode allows it. */
  async of(wanted: Impersonation, state: RequestState): Promise<Allowed | Refusal> {
    const request = attributesOf(state);
    const key = this.#modes.length === 1 ? '' : hash('sha256', JSON.stringify(request), 'base64');
    const latest = key === '' ? undefined : this.#latest.get(key);
    const order =
      latest === undefined ? this.#modes : [latest, ...this.#modes.filter((one) => one !== latest)];
    let first: Refusal | undefined;
    for (const mode of order) {
      const plan = mode.plan(wanted, request);
      if (plan === undefined) continue;
      const refused = await this.#firstRefused(plan.questions, state);
      if (refused === undefined) {
        if (key !== '') this.#latest.set(key, mode);
        return { mode, plan };
      }
      first ??= refused;
    }
    return first!;
  }

  /** Each attribute is allowed or not by itself; an error without a yes is a no. */
  async #firstRefused(
    questions: readonly Attributes[],
    { explanation }: RequestState,
  ): Promise<Refusal | undefined> {
    for (const attributes of questions) {
      const { verdict, reason } = await authorizeExplained(
        explanation,
        this.#authorizer,
        attributes,
        'impersonation',
      );
      if (verdict !== 'allow') return { attributes, reason };
    }
    return undefined;
  }
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
