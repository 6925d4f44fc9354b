import { internalError, timeout } from '../../api/meta/status.ts';
import type { AdmissionDecision } from '../../api/request/decisions.ts';
import { currentTrace, within } from '../../util/tracing/request-trace.ts';
import type { AdmissionAttributes } from '../plugin.ts';
import type { ObservedWebhook, WebhookObserver, WebhookType } from '../webhook-observer.ts';
import { WebhookCallError, WebhookDeniedError } from './failures.ts';
import type { Webhook } from './webhook.ts';

/** An error with the code that it is as an answer, if it is one. */
type Refusal = Error & { readonly code?: number };
/** Names of the calls in traces. */
const spanNames: Readonly<Record<WebhookType, string>> = {
  admit: 'Call mutating webhook',
  validating: 'Call validating webhook',
};

/** Turns the answers of webhooks into verdicts, metrics and audit annotations. */
export class Outcomes {
  readonly #type: WebhookType;
  readonly #observer: WebhookObserver;
  readonly #now: () => number;
  readonly #report: (message: string) => void;

  /** `now`: milliseconds, for durations. */
  constructor(
    type: WebhookType,
    observer: WebhookObserver,
    now: () => number,
    report: (message: string) => void,
  ) {
    this.#type = type;
    this.#observer = observer;
    this.#now = now;
    this.#report = report;
  }

  /**
   * Waits for a webhook. Undefined when it failed and the request may go on; `failedOpen` is called then. Rejects
   * with what the client is answered.
   */
  async of<T>(
    webhook: Webhook,
    attributes: AdmissionAttributes,
    ask: () => Promise<T>,
    failedOpen: () => void,
  ): Promise<T | undefined> {
    const observed = { name: webhook.name, type: this.#type, operation: attributes.operation };
    const record = (outcome: AdmissionDecision['outcome'], error?: Refusal): void =>
      attributes.recorder?.answered(this.#decision(webhook, outcome, error));
    const begun = this.#now();
    const seconds = (): number => (this.#now() - begun) / 1_000;
    const trace = currentTrace();
    try {
      const about = () => ({ configuration: webhook.configuration, webhook: webhook.name });
      const answer = await within(spanNames[this.#type], about, 'client', ask);
      this.#observer.called(observed, seconds(), false, 200);
      record('allowed');
      return answer;
    } catch (error) {
      if (!(error instanceof WebhookCallError)) {
        this.#observeRefusal(observed, error as Error, seconds());
        record('refused', error as Refusal);
        throw error;
      }
      this.#observer.called(observed, seconds(), !webhook.failsOpen, error.code);
      if (!webhook.failsOpen) {
        this.#observer.rejected(observed, 'calling_webhook_error', error.code);
        this.#report(error.message);
        record('failed', error);
        throw internalError(error.message);
      }
      this.#observer.failedOpen(observed);
      this.#report(error.message);
      record('ignored', error);
      failedOpen();
      if (error.isOutOfTime) throw timeout('request did not complete within requested timeout');
      return undefined;
    } finally {
      // Validating webhooks are asked side by side: the time is that of all of them.
      if (this.#type === 'admit') trace?.add('webhooks', this.#now() - begun);
    }
  }

  #decision(
    { name, configuration }: Webhook,
    outcome: AdmissionDecision['outcome'],
    error: Refusal | undefined,
  ): AdmissionDecision {
    const step = this.#type === 'admit' ? 'admit' : 'validate';
    const { code, message } = error ?? {};
    const why = { ...(code === undefined ? {} : { code }), ...(message === undefined ? {} : { message }) };
    return { webhook: name, configuration, step, outcome, ...why };
  }

  #observeRefusal(observed: ObservedWebhook, error: Error, seconds: number): void {
    const isRefusal = error instanceof WebhookDeniedError;
    const code = isRefusal ? error.given : 0;
    this.#observer.called(observed, seconds, true, code);
    this.#observer.rejected(observed, isRefusal ? 'no_error' : 'apiserver_internal_error', code);
  }
}
