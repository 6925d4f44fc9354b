import type { User } from '../../api/meta/user.ts';
import type { Level, Stage } from './policy.ts';

/** The audit event of one stage of a request. */
export interface AuditEvent {
  readonly level: Level;
  readonly auditId: string;
  readonly stage: Stage;
  readonly verb: string;
  /** User who showed credentials; undefined when they were refused. */
  readonly user: User | undefined;
  /** User as whom that user acts. */
  readonly impersonated: User | undefined;
  /** The verb that allowed it; undefined where it is not constrained. */
  readonly impersonationConstraint?: string | undefined;
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

/** The attributes of a request; all its events share the object. */
export interface Caller {
  readonly uri: string;
  readonly userAgent: string;
  readonly sourceIps: readonly string[];
}

/** objectRef of an event; unknown fields are empty. Fields in the order of the type. */
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
  details?: object | undefined;
  code: number;
}
