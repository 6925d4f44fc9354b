import { jsonTypeOf } from '../../api/codec/type-text.ts';
import { isMap, type JsonMap } from '../../api/json/json-values.ts';
import { badRequest, internalError, type StatusError } from '../../api/meta/status.ts';
import { invalid } from '../../api/validation/field-errors.ts';
import { invalidObject } from '../../api/validation/invalid-object.ts';
import { truncate } from '../../util/truncate.ts';
import { cannotBeHandled, type Expected, type GivenType, wantedType } from './check-gvk.ts';

/** The type that the body of a custom resource says, which has to be that of the endpoint. Throws StatusError. */
export function customType(value: unknown, body: Buffer, expected: Expected, isProtobuf: boolean): GivenType {
  const wanted = wantedType(expected);
  const problem = (why: string) => cannotBeHandled(wanted, expected, why);
  if (isProtobuf) throw problem("Object 'Kind' is missing in 'object has no kind field '");
  if (value !== null && value !== undefined && !isMap(value)) {
    throw problem(
      `json: cannot unmarshal ${jsonTypeOf(value)} into Go value of type map[string]interface {}`,
    );
  }
  const { kind, apiVersion, metadata } = (value ?? {}) as Record<string, unknown>;
  if (typeof kind !== 'string' || kind === '') {
    throw problem(`Object 'Kind' is missing in '${truncate(body.toString())}'`);
  }
  if (typeof apiVersion !== 'string' || apiVersion === '')
    throw internalError("Object 'apiVersion' is missing in 'object has no apiVersion field'");
  if (apiVersion !== wanted.apiVersion) {
    throw badRequest(
      `the API version in the data (${apiVersion}) does not match the expected API version (${wanted.apiVersion})`,
    );
  }
  if (kind === wanted.kind) return wanted;
  throw otherCustomKind({ metadata }, kind, expected);
}

/** The refusal of an object of another kind than that of the endpoint. */
export function otherCustomKind({ metadata }: JsonMap, kind: string, expected: Expected): StatusError {
  const name = isMap(metadata) && typeof metadata['name'] === 'string' ? metadata['name'] : '';
  return invalidObject({ group: expected.group, kind }, name, [
    invalid('kind', kind, `must be ${expected.kind}`),
  ]);
}
