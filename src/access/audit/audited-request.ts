import { writeJson } from '../../api/codec/json.ts';
import type { Dialect } from '../../api/meta/dialect.ts';
import type { Status } from '../../api/meta/status.ts';
import type { User } from '../../api/meta/user.ts';
import type { RequestInfo } from '../../api/request/request-info.ts';
import type { Clock } from '../../util/clock.ts';
import type { RequestTrace } from '../../util/tracing/request-trace.ts';
import { maxMessageLength, truncate } from '../../util/truncate.ts';
import type { Ruling } from '../authorization/authorizer.ts';
import type { AuditRules } from './audit-rules.ts';
import type { AuditEvent, Caller, ObjectReference, ResponseStatus } from './event.ts';
import { latencyAnnotations } from './latencies.ts';
import { answeredObject, compactPatch, type NamedObject, nameIn, requestedObject } from './objects.ts';
import type { Decision, Stage } from './policy.ts';

/** The request as the server knows it by now: looked at whenever there is an event. */
export interface AuditSubject {
  readonly info: RequestInfo;
  readonly auditId: string;
  /** Milliseconds since 1970. */
  readonly received: number;
  readonly user: User | undefined;
  readonly impersonator: User | undefined;
  /** The verb that let it impersonate in a constrained way. */
  readonly impersonationConstraint?: string | undefined;
  readonly auditAnnotations: Map<string, string>;
  /** Times of its steps. */
  readonly trace?: Pick<RequestTrace, 'begun' | 'times' | 'answered'> | undefined;
  readonly served:
    | {
        readonly definition: { readonly confidential?: boolean };
        readonly deprecation?: { readonly removedRelease: string } | undefined;
      }
    | undefined;
}

export interface AuditedRequestDependencies {
  decision: Decision;
  subject: AuditSubject;
  caller: Caller;
  dialect: Dialect;
  clock: Clock;
  /** The rules of the release; undefined: those of the first ones. */
  rules?: AuditRules | undefined;
  sink: { process(event: AuditEvent): boolean | Promise<boolean> };
}

/** Characters of what an object calls itself: names that are accepted are shorter. */
const maxName = 1024;

const redacted = '<secret contents redacted>';

/** Answers that say what is wrong with something that was sent, or that it made. */
const codesAboutContent: ReadonlySet<number> = new Set([400, 413, 422, 500]);

/** Status of an answer that never began. */
const closedEarly: ResponseStatus = { status: 'Success', message: 'Connection closed early', code: 200 };

/**
 * One request on its way: gathers what is to be recorded of it, and makes its events. Each of those answers what
 * `AuditBackend.process` does.
 */
export class AuditedRequest {
  readonly #dependencies: AuditedRequestDependencies;
  readonly #received: number;
  readonly #reference: ObjectReference | undefined;
  #requestObject: string | undefined;
  #responseObject: string | undefined;
  #status: Omit<ResponseStatus, 'code'> | undefined;
  /** Whether credentials were refused, and which, where the event says so in place of the answer. */
  #refusal: { readonly message: string | undefined } | undefined;
  #panic: string | undefined;
  /** Status of a long answer that has begun. */
  #startedWith: number | undefined;
  #isOver = false;

  constructor(dependencies: AuditedRequestDependencies) {
    this.#dependencies = dependencies;
    const { subject, clock } = dependencies;
    // As exact as the clock, at the moment that the server noted.
    const now = clock.now();
    this.#received = now - Math.max(0, Math.floor(now) - subject.received);
    this.#reference = referenceOf(subject.info);
  }

  get wantsRequest(): boolean {
    const { level } = this.#dependencies.decision;
    return level === 'Request' || level === 'RequestResponse';
  }

  get wantsResponse(): boolean {
    return this.#dependencies.decision.level === 'RequestResponse';
  }

  /** The object that came in, before anything is done to it. */
  requested(object: object): void {
    const { metadata } = object as NamedObject;
    const reference = this.#reference;
    if (metadata !== undefined && reference !== undefined) {
      for (const field of ['namespace', 'name', 'uid', 'resourceVersion'] as const) {
        const value = metadata[field];
        if (reference[field] === '' && typeof value === 'string') reference[field] = truncate(value, maxName);
      }
    }
    if (this.wantsRequest) {
      this.#requestObject = requestedObject(object, this.#dependencies.decision.omitManagedFields);
    }
  }

  /** The patch that came in; `read` takes it apart when that is wanted. */
  patched(text: string, read: () => unknown): void {
    if (this.wantsRequest) this.#requestObject = compactPatch(text, read);
  }

  authorized({ verdict, reason, error }: Ruling): void {
    const prefix = `authorization.${this.#dependencies.dialect.api}`;
    const isError = verdict !== 'allow' && error !== undefined;
    if (!isError) this.#annotate(`${prefix}/decision`, verdict === 'allow' ? 'allow' : 'forbid');
    this.#annotate(`${prefix}/reason`, isError ? 'internal error' : reason);
  }

  /** A Status is the answer. */
  answeredStatus({ kind, apiVersion, ...status }: Status): void {
    const message = this.#mayRepeat(status) ? redacted : status.message;
    const hasDetails = this.#dependencies.rules?.hasDetails === true && message !== redacted;
    const details = hasDetails ? status.details : undefined;
    this.#status = { status: status.status, message, reason: status.reason, details };
    if (this.wantsResponse) this.#responseObject = writeJson({ kind, apiVersion, ...status });
  }

  /** Whether a message may repeat data that only those levels record that record objects. */
  #mayRepeat({ code = 0 }: Pick<Status, 'code'>): boolean {
    if (this.wantsRequest || this.#dependencies.subject.served?.definition.confidential !== true)
      return false;
    return codesAboutContent.has(code);
  }

  /** An object, as JSON, is the answer. */
  answered(json: Buffer): void {
    const { decision, subject } = this.#dependencies;
    if (this.#reference?.name === '' && subject.info.verb === 'create') this.#reference.name = nameIn(json);
    if (this.wantsResponse) this.#responseObject = answeredObject(json, decision.omitManagedFields);
  }

  /** The answer is too long to be recorded: the event says that it was left out. */
  answeredTooMuch(): void {
    if (this.wantsResponse) this.#annotate(`audit.${this.#dependencies.dialect.api}/truncated`, 'true');
  }

  /** An unexpected error. */
  panicked(error: unknown): void {
    const message = this.#mayRepeat({ code: 500 }) ? redacted : ((error as Error)?.message ?? error);
    this.#panic = truncate(`APIServer panic'd: ${message}`, maxMessageLength);
  }

  /** Credentials were refused: there is one event. `message`: which there were; as the answer says when not given. */
  refused(message: string | undefined): void {
    this.#refusal = { message };
  }

  arrived(): boolean | Promise<boolean> {
    return this.#emit('RequestReceived', undefined);
  }

  /** The answer begins, and will go on for long. */
  started(code: number): boolean | Promise<boolean> {
    if (this.#startedWith !== undefined || this.#isOver) return true;
    this.#startedWith = code;
    return this.#emit('ResponseStarted', { ...this.#status, code });
  }

  /** The answer is there, or its client is gone; `sent` is undefined when it had not begun. */
  completed(sent: number | undefined, isLongRunning: boolean): boolean | Promise<boolean> {
    if (this.#isOver) return true;
    // A connection that was taken over says nothing of its end.
    const code = sent ?? this.#startedWith;
    if (this.#refusal !== undefined) {
      this.#isOver = true;
      const { message } = this.#refusal;
      const said = message === undefined ? {} : { message };
      return this.#emit('ResponseStarted', { ...this.#status, ...said, code: code ?? 401 });
    }
    if (code === undefined && isLongRunning) void this.#emit('ResponseStarted', closedEarly);
    this.#isOver = true;
    if (this.#panic !== undefined) {
      const { status, reason } = { status: 'Failure', reason: 'InternalError' };
      return this.#emit('Panic', { status, reason, message: this.#panic, code: 500 });
    }
    if (!isLongRunning) this.#noteLatencies();
    return this.#emit('ResponseComplete', code === undefined ? closedEarly : { ...this.#status, code });
  }

  /** There is nothing more to be recorded. */
  dropped(): void {
    this.#isOver = true;
  }

  #emit(stage: Stage, responseStatus: ResponseStatus | undefined): boolean | Promise<boolean> {
    const { decision, subject, caller, clock, sink } = this.#dependencies;
    if (decision.omitted.has(stage)) return true;
    if (stage !== 'RequestReceived') this.#noteWhatIsKnown();
    const { user, impersonator } = subject;
    return sink.process({
      level: decision.level,
      auditId: subject.auditId,
      stage,
      verb: subject.info.verb,
      user: impersonator ?? user,
      impersonated: impersonator === undefined ? undefined : user,
      impersonationConstraint: subject.impersonationConstraint,
      caller,
      objectRef: this.#reference,
      responseStatus,
      requestObject: this.#requestObject,
      responseObject: this.#responseObject,
      received: this.#received,
      at: stage === 'RequestReceived' ? this.#received : clock.now(),
      annotations: subject.auditAnnotations,
    });
  }

  #noteLatencies(): void {
    const { subject, dialect, rules } = this.#dependencies;
    if (rules?.latencies === undefined || subject.trace === undefined) return;
    const annotations = latencyAnnotations(subject.trace, rules.latencies, performance.now());
    for (const [name, value] of annotations)
      this.#annotate(`apiserver.latency.${dialect.api}/${name}`, value);
  }

  #noteWhatIsKnown(): void {
    const { subject, dialect } = this.#dependencies;
    const removed = subject.served?.deprecation?.removedRelease;
    if (removed !== undefined) {
      this.#annotate(`${dialect.api}/deprecated`, 'true');
      if (removed !== '') this.#annotate(`${dialect.api}/removed-release`, removed);
    }
    if (this.wantsRequest || subject.auditAnnotations.size === 0) return;
    // Patches of webhooks have parts of objects in them.
    for (const key of subject.auditAnnotations.keys()) {
      if (key.startsWith(`patch.webhook.admission.${dialect.api}/`)) subject.auditAnnotations.delete(key);
    }
  }

  /** The first value stays. */
  #annotate(key: string, value: string): void {
    const { auditAnnotations } = this.#dependencies.subject;
    if (!auditAnnotations.has(key)) auditAnnotations.set(key, value);
  }
}

function referenceOf(info: RequestInfo): ObjectReference | undefined {
  if (!info.isResourceRequest) return undefined;
  const { resource, namespace, name, group: apiGroup, version: apiVersion, subresource } = info;
  return { resource, namespace, name, uid: '', apiGroup, apiVersion, resourceVersion: '', subresource };
}
