import type { User } from '../../api/meta/user.ts';
import type { Level, Stage } from './policy.ts';

/** What a moment of a request left behind. */
export interface AuditEvent {
  readonly level: Level;
  readonly auditId: string;
  readonly stage: Stage;
  readonly verb: string;
  /** Who showed credentials; undefined when they were refused. */
  readonly user: User | undefined;
  /** As whom that user acts. */
  readonly impersonated: User | undefined;
  readonly caller: Caller;
  readonly objectRef: ObjectReference | undefined;
  readonly responseStatus: ResponseStatus | undefined;
  /** JSON. */
  readonly requestObject: string | undefined;
  readonly responseObject: string | undefined;
  /** Milliseconds since 1970, with fractions. */
  readonly received: number;
  readonly at: number;
  readonly annotations: ReadonlyMap<string, string>;
}

/** What a request says of itself; the same object for all events of the request. */
export interface Caller {
  readonly uri: string;
  readonly userAgent: string;
  readonly sourceIps: readonly string[];
}

/** What a request is about; what is not known is empty. Fields in the order of the type. */
export interface ObjectReference {
  resource: string;
  namespace: string;
  name: string;
  uid: string;
  apiGroup: string;
  apiVersion: string;
  resourceVersion: string;
  subresource: string;
}

/** The part of a Status that is bounded. */
export interface ResponseStatus {
  status?: string | undefined;
  message?: string | undefined;
  reason?: string | undefined;
  code: number;
}
