import type { CertificateFlaw } from '../util/server-trust/server-trust.ts';
import type { Operation } from './plugin.ts';

export type WebhookType = 'admit' | 'validating';

/**
 * Reason why a webhook had a request refused: it could not be called as it should, it said no, or what it said could
 * not be followed.
 */
export type RejectionCause = 'calling_webhook_error' | 'no_error' | 'apiserver_internal_error';

/** One webhook and what it was asked about. */
export interface ObservedWebhook {
  readonly name: string;
  readonly type: WebhookType;
  readonly operation: Operation;
}

/** Receives every answer and every failure of a webhook, for the metrics. */
export interface WebhookObserver {
  /** `code`: 200, that of the refusal, or that of the failure; 0 for an answer that could not be followed. */
  called(webhook: ObservedWebhook, seconds: number, rejected: boolean, code: number): void;
  rejected(webhook: ObservedWebhook, cause: RejectionCause, code: number): void;
  /** A call failed and the request went on. */
  failedOpen(webhook: ObservedWebhook): void;
  /** The certificate of a webhook is not accepted any more, of no one in particular. */
  readonly refused?: ((flaw: CertificateFlaw) => void) | undefined;
}
