import type { Request, Response } from 'express';
import type { Authorizer } from '../../access/authorization/authorizer.ts';
import { isMap } from '../../api/json/json-values.ts';
import { badRequest } from '../../api/meta/status.ts';
import type { User } from '../../api/meta/user.ts';
import {
  decisionsHeader,
  type ExplainablePart,
  explainableParts,
  explainHeader,
  pathOfPart,
  type TriedPolicy,
  triedPolicyHeader,
} from '../../api/request/decisions.ts';
import { decisionText } from '../explanation/decision-text.ts';
import { Explanation } from '../explanation/explanation.ts';
import { noResource } from '../request/request-attributes.ts';
import { stateOf } from '../request-state.ts';
import { sendError } from '../response/respond.ts';
import type { Filter } from './filter.ts';

/**
 * Collects the decisions about a request whose caller asks for them, and adds them to the answer. The caller is the one who
 * is authenticated, not whom they act as: the grounds of decisions about another user are for those who may see them.
 */
export function explanation(authorizer: Authorizer): Filter {
  const begin = async (text: string, request: Request, response: Response): Promise<void> => {
    const state = stateOf(request);
    const asked = partsOf(text);
    const granted: ExplainablePart[] = [];
    for (const part of asked) if (await maySee(authorizer, state.user!, part)) granted.push(part);
    const withheld = asked.filter((part) => !granted.includes(part));
    const collected = new Explanation(granted, withheld, triedPolicyOf(request));
    state.explanation = collected;
    addAtLast(response, () => decisionText(collected.decisions()));
  };
  return {
    name: 'explanation',
    handle: (request, response, next) => {
      const text = request.headers[explainHeader];
      if (text === undefined) return next();
      return begin(String(text), request, response).then(
        () => next(),
        (error) => sendError(request, response, error),
      );
    },
  };
}

/** Throws StatusError for a part that there is not. */
function partsOf(text: string): ExplainablePart[] {
  const names = text.split(',', explainableParts.length + 1).map((name) => name.trim());
  return [...new Set(names)].map((name) => {
    const part = explainableParts.find((known) => known === name);
    if (part !== undefined) return part;
    throw badRequest(`the header ${explainHeader} must be one or more of ${explainableParts.join(', ')}`);
  });
}

/** Undefined without one. Throws StatusError for what is none. */
function triedPolicyOf({ headers: { [triedPolicyHeader]: text } }: Request): TriedPolicy | undefined {
  if (text === undefined) return undefined;
  try {
    const tried: unknown = JSON.parse(Buffer.from(String(text), 'base64').toString());
    if (isMap(tried) && isMap(tried['policy'])) return tried as unknown as TriedPolicy;
  } catch {
    // Said below.
  }
  throw badRequest(`the header ${triedPolicyHeader} must be a policy as JSON in base64`);
}

async function maySee(authorizer: Authorizer, user: User, part: ExplainablePart): Promise<boolean> {
  const { verdict } = await authorizer.authorize({
    ...noResource,
    user,
    verb: 'get',
    path: pathOfPart(part),
  });
  return verdict === 'allow';
}

/** Sets the header when the head of the answer is about to be sent, whichever way that is. */
function addAtLast(response: Response, text: () => string): void {
  const { writeHead } = response;
  response.writeHead = function (this: Response, ...parameters: unknown[]) {
    if (!response.headersSent) response.setHeader(decisionsHeader, text());
    return Reflect.apply(writeHead, this, parameters);
  } as Response['writeHead'];
}
