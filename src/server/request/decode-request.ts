import type { ApiObject } from '../../api/meta/metadata.ts';
import type { Exchange } from '../exchange.ts';
import type { FieldValidation } from '../field-validation.ts';
import { decodeBody, type Expected } from './decode-body.ts';
import type { Body } from './read-body.ts';
import { dropRepeatedOwners } from './repeated-owners.ts';

/** The body as an object of the resource type that the request is about; problems that only warn are noted. */
export async function decodeFor(
  exchange: Exchange,
  body: Body,
  validation: FieldValidation,
  expected: Expected = exchange.served.definition,
): Promise<ApiObject> {
  const { request, state, api } = exchange;
  const { object, problems } = await decodeBody(
    body,
    request.headers['content-type'],
    expected,
    validation,
    api.known,
    state.pacer,
  );
  state.warnings.push(...problems);
  dropRepeatedOwners(exchange, object);
  state.audit?.requested(object);
  await state.pacer.step();
  return object;
}

/** Records the object that came in with its defaults, in the version of the request. `object`: of the stored version. */
export function auditDefaulted({ state, served }: Exchange, object: ApiObject): void {
  const { audit } = state;
  if (audit?.wantsRequest === true) audit.requested(served.codec.fromStored(structuredClone(object)));
}
