import type { Dialect } from '../../api/meta/dialect.ts';
import type { Clock } from '../../util/clock.ts';
import type { AuditRules } from './audit-rules.ts';
import { AuditedRequest, type AuditSubject } from './audited-request.ts';
import type { AuditBackend, AuditObserver, BackendMode } from './backend.ts';
import type { AuditEvent, Caller } from './event.ts';
import type { Policy } from './policy.ts';

export interface AuditorOptions {
  policy: Policy;
  /** None: nothing is recorded. */
  backends: readonly { mode: BackendMode; backend: AuditBackend }[];
  dialect: Dialect;
  observer: AuditObserver;
  clock: Clock;
  rules?: AuditRules | undefined;
}

/** Records who did what: asks the policy once for each request, and brings its events to every backend. */
export class Auditor {
  readonly #options: AuditorOptions;
  readonly #backends: readonly AuditBackend[];
  /** Answers wait for their events. */
  readonly waits: boolean;
  /** Requests wait until their arrival is stored, and are refused when it cannot be. */
  readonly isStrict: boolean;

  constructor(options: AuditorOptions) {
    this.#options = options;
    this.#backends = options.backends.map(({ backend }) => backend);
    this.waits = options.backends.some(({ mode }) => mode !== 'batch');
    this.isStrict = options.backends.some(({ mode }) => mode === 'blocking-strict');
  }

  /** Undefined for a request that leaves no events. */
  begin(subject: AuditSubject, caller: () => Caller): AuditedRequest | undefined {
    const { policy, dialect, clock, observer, rules } = this.#options;
    const decision = policy.decide(subject);
    observer.level(decision.level);
    if (decision.level === 'None') return undefined;
    return new AuditedRequest({ decision, subject, caller: caller(), dialect, clock, rules, sink: this });
  }

  process(event: AuditEvent): boolean | Promise<boolean> {
    this.#options.observer.event();
    if (this.#backends.length === 1) return this.#backends[0]!.process(event);
    const outcomes = this.#backends.map((backend) => backend.process(event));
    if (outcomes.every((outcome) => outcome === true)) return true;
    return Promise.all(outcomes).then((all) => all.every((isFine) => isFine));
  }

  rejected(): void {
    this.#options.observer.rejected();
  }

  async close(): Promise<void> {
    await Promise.all(this.#backends.map((backend) => backend.close()));
  }
}
