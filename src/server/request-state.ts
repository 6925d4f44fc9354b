import type { Request } from 'express';
import type { AuditedRequest } from '../access/audit/audited-request.ts';
import type { ErrorTexts } from '../api/meta/error-texts.ts';
import type { User } from '../api/meta/user.ts';
import type { RequestInfo } from '../api/request/request-info.ts';
import type { Pacer } from '../util/pacer.ts';
import type { RequestTrace } from '../util/tracing/request-trace.ts';
import type { Explanation } from './explanation/explanation.ts';
import type { RequestSlot } from './in-flight/request-slot.ts';
import type { ServedResource } from './surface/api-surface.ts';

/** The results of the filters for a request, for the filters after them and the handlers. */
export interface RequestState {
  readonly info: RequestInfo;
  /** Milliseconds since 1970, when the request came in. */
  readonly received: number;
  /** Milliseconds since 1970, by which it has to be answered. Set by the filter that sees to it. */
  deadline: number;
  readonly auditId: string;
  /** The resource type that it is for, if that is served. Set by the router. */
  served: ServedResource | undefined;
  /** Whether answers may be in CBOR. Set by the router. */
  takesCbor: boolean;
  /** The user. Set by authentication; replaced by the impersonated user. */
  user: User | undefined;
  /** The authenticated user, when `user` is impersonated. */
  impersonator: User | undefined;
  /** The verb that let it impersonate in a constrained way; undefined without. */
  impersonationConstraint: string | undefined;
  /** Its seats among the requests that are worked on; undefined for one that takes none. */
  slot: RequestSlot | undefined;
  /** Its audit event; undefined when the audit policy records nothing. */
  audit: AuditedRequest | undefined;
  /** Decisions about it for its caller; undefined when the caller did not ask for them. */
  explanation: Explanation | undefined;
  /** Annotations for the audit event. */
  readonly auditAnnotations: Map<string, string>;
  /** The words of errors. */
  readonly texts: ErrorTexts;
  /** Texts for Warning headers. */
  readonly warnings: string[];
  /** A patch that is a configuration to apply. */
  readonly applies: boolean;
  /** Bytes of its body, once that was read. */
  bodyBytes: number;
  /** Whether another server answers it: that one counts it. */
  isProxied: boolean;
  /** Lets other requests run while this one works on something large. */
  readonly pacer: Pacer;
  /** Times of its steps. */
  readonly trace: RequestTrace;
  /** Rejects with the refusal of a write that must not be carried out any more. Called when its body is there. */
  checkBeforeWrite: (() => Promise<void>) | undefined;
  /** Called once, in order, when the answer is out or its client is gone. */
  readonly whenDone: (() => void)[];
}

const key = Symbol('state');

/** A request as its state travels on it: a property is found faster than an entry of a map. */
type WithState = Request & { [key]?: RequestState };

export function setState(request: Request, state: RequestState): void {
  (request as WithState)[key] = state;
}

/** The state of a request that has passed the first filter. */
export function stateOf(request: Request): RequestState {
  return (request as WithState)[key]!;
}

/** The same where the request may have been answered before that. */
export const stateIfAny = (request: Request): RequestState | undefined => (request as WithState)[key];
