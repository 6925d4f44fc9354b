import type { TokenReviewer, TokenReviewResult } from '../../access/authentication/token-reviewer.ts';
import { internalError, invalidObject } from '../../api/machinery/status.ts';
import type { AuthenticationV1TokenReview } from '../../api/schema/types.gen.ts';
import { encodeStored } from '../../registry/object-codec.ts';
import { readBody } from '../body.ts';
import { decodeFor } from '../decode-request.ts';
import type { Handler } from '../exchange.ts';
import { admissionOf } from '../request-admission.ts';
import { sendObject } from '../send-object.ts';
import type { Views } from '../views.ts';
import { parseWriteOptions } from '../write-options.ts';

/** POST of a TokenReview: whose is this token? Nothing is stored. */
export function tokenReviewHandler(reviewer: TokenReviewer, views: Views, metaGroup: string): Handler {
  return async (exchange) => {
    const { info, served } = exchange;
    const options = parseWriteOptions(info.query, 'CreateOptions', metaGroup);
    const body = await readBody(exchange);
    const object = served.form.toStored(decodeFor(exchange, body, options.fieldValidation));
    const admission = admissionOf(exchange, options);
    await admission.admit(object, undefined);
    const { rules, kind, definition } = served.resource;
    const errors = rules.validateCreate?.(object, served.apiVersion) ?? [];
    if (errors.length > 0) throw invalidObject(kind, object.metadata.name ?? '', errors);
    await admission.validate(object, undefined);
    const review = object as unknown as AuthenticationV1TokenReview;
    const { token = '', audiences = [] } = review.spec;
    review.status = statusOf(await reviewer.review(token, audiences), audiences);
    sendObject(exchange, views, 201, encodeStored(object, definition));
  };
}

type ReviewStatus = AuthenticationV1TokenReview['status'];

function statusOf(result: TokenReviewResult, wanted: readonly string[]): ReviewStatus {
  if ('error' in result) return { authenticated: false, user: {}, error: result.error };
  const { user, audiences } = result;
  // Whoever answers so has not looked at what it was asked.
  if (wanted.length > 0 && !audiences.some((one) => wanted.includes(one))) {
    throw internalError('error validating audience');
  }
  const extra = Object.entries(user.extra).map(([key, values]): [string, string[]] => [key, [...values]]);
  return {
    authenticated: true,
    user: {
      username: user.name,
      uid: user.uid,
      groups: [...user.groups],
      extra: Object.fromEntries(extra),
    },
    audiences: [...audiences],
  };
}
