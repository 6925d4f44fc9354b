import { DecodeError } from './decode-error.ts';
import { jsonTypeOf } from './type-text.ts';

/** The fields by which the type of an object is found, as messages show them. */
const typeStruct =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

/** Makes the error of a text whose type cannot be read. */
export const untyped = (why: string): DecodeError =>
  new DecodeError(`couldn't get version/kind; json parse error: ${why}`);

/** Makes the error of a value that is not an object, and so has no type. */
export const noObject = (value: unknown): DecodeError =>
  untyped(`json: cannot unmarshal ${jsonTypeOf(value)} into Go value of type ${typeStruct}`);
