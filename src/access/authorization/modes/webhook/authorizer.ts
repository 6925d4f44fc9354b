import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { CallError } from '../../../../client/call-error.ts';
import { callReview, type WebhookCaller } from '../../../../client/webhook.ts';
import type { Clock } from '../../../../util/clock.ts';
import type { Attributes, Authorizer, RuleResolver, Ruling, SubjectRules } from '../../authorizer.ts';
import type { MatchConditions } from '../../match-conditions.ts';
import { answerOf, specOf } from './review.ts';

export interface WebhookAuthorizerOptions {
  caller: WebhookCaller;
  /** Domain and version of the group that the review belongs to: `authorization.<domain>` and `v1`. */
  group: string;
  version: string;
  /** Milliseconds for which it is remembered that something is allowed. */
  authorizedTtl: number;
  /** The same for everything else that it says. */
  unauthorizedTtl: number;
  /** The requests about which it is asked; all if not given. */
  conditions?: MatchConditions | undefined;
  /** Whether a request is denied when there is no answer, or a condition cannot be worked out. */
  deniesOnError?: boolean;
  /** Whether objects without a time say so, as they do in earlier releases. */
  writesNoTime: boolean;
  clock: Clock;
  /** Receives the reason when there was no answer. */
  report(message: string): void;
}

interface Kept {
  ruling: Ruling;
  /** Milliseconds since 1970. */
  until: number;
}

const maxRulings = 8_192;
/** Bytes, roughly, of all rulings that are kept. */
const maxBytes = 16 * 1_048_576;
/** Bytes of an entry beside its texts. */
const overhead = 200;
/** Characters of the text of a webhook that are logged. */
const maxTextLength = 1_024;
/** Characters of the attributes that callers choose: decisions about longer ones are not cached. */
const maxReviewBytes = 10_000;

const noOpinion: Ruling = { verdict: 'no-opinion', reason: '' };

/**
 * Asks a webhook, with a SubjectAccessReview, whether a request is allowed. Without an answer there is no opinion,
 * unless the options say otherwise.
 */
export class WebhookAuthorizer implements Authorizer, RuleResolver {
  readonly #options: WebhookAuthorizerOptions;
  /** By the digest of the question. */
  readonly #kept = new LRUCache<string, Kept>({
    max: maxRulings,
    maxSize: maxBytes,
    sizeCalculation: ({ ruling: { reason, error = '' } }) => overhead + reason.length + error.length,
  });

  constructor(options: WebhookAuthorizerOptions) {
    this.#options = options;
  }

  authorize(attributes: Attributes): Ruling | Promise<Ruling> {
    const holds = this.#options.conditions?.hold(attributes) ?? true;
    if (holds === false) return noOpinion;
    if (holds !== true) return this.#failed(holds.error);
    const spec = specOf(attributes, this.#options.version);
    const key = hash('sha256', JSON.stringify(spec), 'base64');
    const kept = this.#kept.get(key);
    if (kept !== undefined && this.#options.clock.now() < kept.until) return kept.ruling;
    return this.#ask(spec, lengthOf(attributes) < maxReviewBytes ? key : undefined);
  }

  rulesFor(): SubjectRules {
    const errors = ['webhook authorizer does not support user rule resolution'];
    return { resourceRules: [], nonResourceRules: [], incomplete: true, errors };
  }

  async #ask(spec: Readonly<Record<string, unknown>>, key: string | undefined): Promise<Ruling> {
    const { caller, group, version, authorizedTtl, unauthorizedTtl, clock } = this.#options;
    const kind = 'SubjectAccessReview';
    const metadata = this.#options.writesNoTime ? { creationTimestamp: null } : {};
    const review = { kind, apiVersion: `${group}/${version}`, metadata, spec };
    try {
      const asked = { ...review, status: { allowed: false } };
      const { ruling, evaluationError } = await callReview(caller, asked, 'status', answerOf);
      if (evaluationError !== '') this.#report(`it decided, but: ${evaluationError}`);
      const keepFor = ruling.verdict === 'allow' ? authorizedTtl : unauthorizedTtl;
      if (key !== undefined && keepFor > 0) this.#kept.set(key, { ruling, until: clock.now() + keepFor });
      return ruling;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      this.#report(error.message);
      return this.#failed(problemOf(error));
    }
  }

  #failed(error: string): Ruling {
    return { verdict: this.#options.deniesOnError ? 'deny' : 'no-opinion', reason: '', error };
  }

  #report(text: string): void {
    this.#options.report(`authorization webhook: ${text.slice(0, maxTextLength)}`);
  }
}

/** The words in which callers know that the webhook has failed. */
function problemOf({ code, status = 0, text = '', contentType = '', message }: CallError): string {
  if (code !== 'status' || status < 500) return message;
  const reason = /^text\//i.test(contentType) && text !== '' ? text : 'unknown';
  return `an error on the server (${JSON.stringify(reason)}) has prevented the request from succeeding`;
}

function lengthOf(attributes: Attributes): number {
  const { namespace, verb, group, version, resource, subresource, name, path } = attributes;
  return [namespace, verb, group, version, resource, subresource, name, path].join('').length;
}
