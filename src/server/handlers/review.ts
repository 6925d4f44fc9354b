import type { ApiObject } from '../../api/meta/metadata.ts';
import { invalidObject } from '../../api/validation/invalid-object.ts';
import { encodeStored } from '../../registry/conversion/object-codec.ts';
import type { FieldManager } from '../../registry/ownership/field-manager.ts';
import type { Exchange, Handler } from '../exchange.ts';
import type { Representations } from '../representation/representations.ts';
import { bodyType } from '../request/decode-body.ts';
import { decodeFor } from '../request/decode-request.ts';
import { fieldOwnerOf } from '../request/field-owner.ts';
import { readBody } from '../request/read-body.ts';
import { admissionOf } from '../request/request-admission.ts';
import { parseWriteOptions } from '../request/write-options.ts';
import { sendObject } from '../response/send-object.ts';
import { checkNamespace } from './binding.ts';

export interface ReviewDependencies {
  representations: Representations;
  /** Clients see who asked, as with objects that are kept. */
  ownership: FieldManager;
  answer: ReviewAnswer;
}

/** Answers a question that is in order, in the stored version: the same object with its status, or another one. */
export type ReviewAnswer = (question: ApiObject, exchange: Exchange) => ApiObject | Promise<ApiObject>;

/** POST of an object that is a question: it is answered and never stored, so that a dry run is the same. */
export function reviewHandler({ representations, ownership, answer }: ReviewDependencies): Handler {
  return async (exchange) => {
    const { request, info, served, api } = exchange;
    bodyType(request.headers['content-type'], api.known);
    const body = await readBody(exchange);
    const options = parseWriteOptions(exchange, 'CreateOptions');
    const question = served.codec.toStored(await decodeFor(exchange, body, options.fieldValidation));
    if (served.definition.namespaced) enterNamespace(question, info.namespace);
    const who = fieldOwnerOf(exchange, options.fieldManager);
    await ownership.create(served.resource, question, who, exchange.state.pacer);
    const admission = admissionOf(exchange, options);
    await admission.admit(question, undefined);
    checkQuestion(exchange, question);
    await admission.validate(question, undefined);
    const answered = await answer(question, exchange);
    sendObject(exchange, representations, 201, {
      json: encodeStored(answered, served.resource.definition),
    });
  };
}

function enterNamespace({ metadata }: ApiObject, namespace: string): void {
  checkNamespace(namespace, metadata.namespace);
  metadata.namespace = namespace;
}

/** Clients know the message without a kind. */
function checkQuestion({ served }: Exchange, question: ApiObject): void {
  const { rules, kind } = served.resource;
  const errors = rules.validateCreate?.(question, served.apiVersion) ?? [];
  if (errors.length > 0) throw invalidObject({ group: kind.group, kind: '' }, '', errors);
}
