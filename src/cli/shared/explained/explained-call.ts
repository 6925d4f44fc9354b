import { parseOwnJson, writeJson } from '../../../api/codec/json.ts';
import {
  type Decisions,
  decisionsHeader,
  explainHeader,
  type TriedPolicy,
  triedPolicyHeader,
} from '../../../api/request/decisions.ts';
import { bodyOf } from '../../../client/api/answer-body.ts';
import type { ApiCall } from '../../../client/api/api-call.ts';
import { errorOf } from '../../../client/api/api-error.ts';
import type { Session } from '../session/session.ts';

/** The answer to a request, with the decisions of the server about it. */
export interface ExplainedAnswer<T> {
  /** Undefined when the server refused the request. */
  value: T | undefined;
  /** Reason of a refusal. */
  error: Error | undefined;
  /** Undefined of a server that does not explain decisions. */
  decisions: Decisions | undefined;
}

/**
 * Sends a request that asks for decisions. `tried`: a policy that is evaluated beside those in force. Rejects when there is no answer, or one that
 * the user must log in.
 */
export async function explainedCall<T>(
  session: Session,
  call: ApiCall,
  parts: string,
  tried?: TriedPolicy,
): Promise<ExplainedAnswer<T>> {
  const { method, path, query = {}, body, contentType = 'application/json' } = call;
  const { signal } = new AbortController();
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.append(name, String(value));
  }
  const wire = await session.wire();
  const answer = await wire.send({
    method,
    signal,
    body: writeJson(body),
    path: parameters.size === 0 ? path : `${path}?${parameters}`,
    headers: {
      accept: 'application/json',
      'content-type': contentType,
      [explainHeader]: parts,
      ...(tried === undefined ? {} : { [triedPolicyHeader]: base64Of(tried) }),
      'content-length': String(Buffer.byteLength(writeJson(body))),
    },
  });
  const content = await bodyOf(call, answer, signal);
  const decisions = decisionsIn(answer.headers[decisionsHeader]);
  if (answer.status >= 200 && answer.status < 300) {
    return { value: parseOwnJson(content.toString()) as T, error: undefined, decisions };
  }
  const error = errorOf(call, answer, content);
  if (answer.status === 401) throw error;
  return { value: undefined, error, decisions };
}

const base64Of = (tried: TriedPolicy): string => Buffer.from(writeJson(tried)).toString('base64');

function decisionsIn(header: string | string[] | undefined): Decisions | undefined {
  try {
    return header === undefined ? undefined : (JSON.parse(String(header)) as Decisions);
  } catch {
    // Another server uses the name for something else.
    return undefined;
  }
}
