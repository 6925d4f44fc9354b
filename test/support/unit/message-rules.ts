import { DisabledFields } from '../../../src/api/schema/disabled-fields.ts';
import { FilledFields } from '../../../src/api/schema/filled-fields.ts';
import { testedRelease } from '../release.ts';
import { definitionsOf } from './definitions.ts';
import { dialect, servedApi } from './pod-specs.ts';

const { structs } = definitionsOf(testedRelease, dialect);
const disabledIn = DisabledFields.finder(structs.values(), servedApi.gates);
const filledIn = FilledFields.finder(structs.values(), servedApi.gates);

/** Fills in what the definition of a message says, such as "core.v1.PodSpec", and answers the object. */
export function fillMessage<T extends object>(name: string, object: T): T {
  filledIn(structs.get(name)!)?.fill(object);
  return object;
}

/** Empties what the definition of a message says is behind gates that are off, and answers the object. */
export function dropFromMessage<T extends object>(name: string, object: T, old?: T): T {
  disabledIn(structs.get(name)!)?.drop(object, old);
  return object;
}
