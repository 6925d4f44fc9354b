import { DecodeError } from '../../api/codec/json.ts';
import { badRequest } from '../../api/meta/status.ts';
import type { Clock } from '../../util/clock.ts';
import { goQuote } from '../../util/quote.ts';
import type { Random } from '../../util/random.ts';
import type { Shown } from '../matching/versioned-objects.ts';
import type { AdmissionAttributes } from '../plugin.ts';
import { AnswerError, type ReviewResponse, readAnswer } from './answer.ts';
import { WebhookCallError, WebhookDeniedError } from './failures.ts';
import { reviewText } from './review.ts';
import type { Webhook } from './webhook.ts';
import { type WebhookClient, type WebhookClients, WebhookTransportError } from './webhook-clients.ts';
import type { Candidate } from './webhook-index.ts';

export interface CallDependencies {
  readonly clients: WebhookClients;
  readonly clock: Clock;
  readonly random: Random;
  /** `admission.example`, of AdmissionReview. */
  readonly group: string;
  readonly mayPatch: boolean;
}

const badRequestCode = 400;
const unavailableCode = 503;

/** Asks webhooks, one question each. */
export class WebhookCalls {
  readonly #dependencies: CallDependencies;

  constructor(dependencies: CallDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * The answer of a webhook that allows the request. Rejects with WebhookDeniedError if the webhook denies it, with
   * WebhookCallError if the call fails, and with another StatusError if the webhook must not be called at all.
   */
  async ask(
    { webhook, as }: Candidate,
    attributes: AdmissionAttributes,
    shown: Shown,
  ): Promise<ReviewResponse> {
    checkDryRun(webhook, attributes);
    const { random, group } = this.#dependencies;
    const { name, reviewVersion: version } = webhook;
    if (version === undefined) {
      const known = 'webhook does not accept known AdmissionReview versions (v1, v1beta1)';
      throw failure(name, `could not create admission objects: ${known}`, badRequestCode);
    }
    const uid = random.uuid();
    const body = reviewText(attributes, { apiVersion: `${group}/${version}`, uid, as, shown });
    const answer = await this.#send(webhook, attributes, body);
    return this.#read(answer, attributes, { name, version, uid });
  }

  async #send(webhook: Webhook, { deadline }: AdmissionAttributes, body: string): Promise<Buffer> {
    const { clock } = this.#dependencies;
    const client = this.#client(webhook);
    const left = deadline - clock.now();
    const timeout = Math.min(webhook.timeout, left);
    const isOutOfTime = (): boolean => clock.now() >= deadline;
    const failed = (reason: string, code: number): WebhookCallError =>
      new WebhookCallError(webhook.name, `failed to call webhook: ${reason}`, {
        code,
        isOutOfTime: isOutOfTime(),
      });
    if (timeout <= 0) throw failed('context deadline exceeded', unavailableCode);
    try {
      return await client.send(body, Math.ceil(timeout));
    } catch (error) {
      if (error instanceof WebhookTransportError) throw failed(error.message, error.code);
      throw error;
    }
  }

  #client(webhook: Webhook): WebhookClient {
    try {
      return this.#dependencies.clients.of(webhook);
    } catch (error) {
      const reason = `could not get REST client: ${(error as Error).message}`;
      throw failure(webhook.name, reason, badRequestCode);
    }
  }

  #read(
    body: Buffer,
    { annotate, warn }: AdmissionAttributes,
    { name, version, uid }: { name: string; version: string; uid: string },
  ): ReviewResponse {
    const answer = this.#parse(body, name, version, uid);
    for (const [key, value] of Object.entries(answer.auditAnnotations)) annotate(`${name}/${key}`, value);
    for (const text of answer.warnings) warn(text);
    if (!answer.allowed) throw new WebhookDeniedError(name, answer.status);
    return answer;
  }

  #parse(body: Buffer, name: string, version: string, uid: string): ReviewResponse {
    const { group, mayPatch } = this.#dependencies;
    try {
      return readAnswer(body, { group, version, uid, mayPatch });
    } catch (error) {
      const reason = (error as Error).message;
      if (error instanceof DecodeError)
        throw failure(name, `failed to call webhook: ${reason}`, unavailableCode);
      if (!(error instanceof AnswerError)) throw error;
      throw failure(name, `received invalid webhook response: ${reason}`, unavailableCode);
    }
  }
}

const failure = (name: string, reason: string, code: number): WebhookCallError =>
  new WebhookCallError(name, reason, { code });

/** Whatever the failure policy says: a dry run has no effects. */
function checkDryRun({ name, sideEffects }: Webhook, { dryRun }: AdmissionAttributes): void {
  if (!dryRun || sideEffects === 'None' || sideEffects === 'NoneOnDryRun') return;
  if (sideEffects === undefined) throw failure(name, 'Webhook SideEffects is nil', badRequestCode);
  throw badRequest(`admission webhook ${goQuote(name)} does not support dry run`);
}
