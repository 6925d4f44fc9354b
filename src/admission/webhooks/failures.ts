import { type StatusDetails, StatusError, type StatusReason } from '../../api/meta/status.ts';
import { goQuote } from '../../util/quote.ts';

/**
 * A webhook could not be asked, or its answer is none: its failure policy says what becomes of the request. `code` is
 * what the failure would be as an answer of this server.
 */
export class WebhookCallError extends Error {
  override readonly name = 'WebhookCallError';
  readonly code: number;
  /** The webhook had less time than it was promised: the request itself is out of time. */
  readonly isOutOfTime: boolean;

  constructor(
    webhook: string,
    reason: string,
    { code, isOutOfTime = false }: { code: number; isOutOfTime?: boolean },
  ) {
    super(`failed calling webhook ${goQuote(webhook)}: ${reason}`);
    this.code = code;
    this.isOutOfTime = isOutOfTime;
  }
}

/** The Status of a refusal by a webhook; every field is optional. */
export interface RefusalStatus {
  readonly code?: number | undefined;
  readonly message?: string | undefined;
  readonly reason?: string | undefined;
  readonly details?: StatusDetails | undefined;
}

/** Beyond this one there are no codes that HTTP can carry. */
const maxCode = 599;

/** The webhook said no: that is the answer to the client. */
export class WebhookDeniedError extends StatusError {
  /** Code that the webhook gave, unless that is the code of a success. */
  readonly given: number;

  constructor(webhook: string, { code = 0, message, reason, details }: RefusalStatus) {
    const denied = `admission webhook ${goQuote(webhook)} denied the request`;
    const why = message || reason;
    const given = Math.max(code, 400);
    super(
      given > maxCode ? 500 : given,
      (reason || undefined) as StatusReason | undefined,
      why ? `${denied}: ${why}` : `${denied} without explanation`,
      details,
    );
    this.given = given;
  }
}
