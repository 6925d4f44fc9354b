import type { MetaV1Condition } from '../../api/schema/types.gen.ts';
import { validateLabelName } from '../../api/selectors/label-selector.ts';
import {
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
  required,
  tooLong,
  tooMany,
} from '../../api/validation/field-errors.ts';
import { patternText } from '../../api/validation/names.ts';
import { validateEach } from '../../api/validation/validate-each.ts';

const statuses = ['False', 'True', 'Unknown'];
const maxReasonLength = 1024;
const maxMessageLength = 32 * 1024;

const reasonText = patternText(
  "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_'",
  '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?',
  'my_name',
  'MY_NAME',
  'MyName',
  'ReasonA,ReasonB',
  'ReasonA:ReasonB',
);

/** Validates conditions of type meta/v1 Condition: types are unique, reason and lastTransitionTime are set. */
export function validateConditions(
  conditions: readonly MetaV1Condition[] = [],
  path: FieldPath,
  max = Number.POSITIVE_INFINITY,
): FieldError[] {
  if (conditions.length > max) return [tooMany(path, conditions.length, max)];
  const seen = new Set<string>();
  return validateEach(conditions, (condition, index) => {
    const isRepeated = seen.has(condition.type);
    seen.add(condition.type);
    const own = path.index(index);
    return [
      ...(isRepeated ? [duplicate(own.child('type'), condition.type)] : []),
      ...validateCondition(condition, own),
    ];
  });
}

function validateCondition(condition: MetaV1Condition, path: FieldPath): FieldError[] {
  const { type, status, observedGeneration = 0, lastTransitionTime, message } = condition;
  const generationPath = path.child('observedGeneration');
  return [
    ...validateLabelName(type, path.child('type')),
    ...(statuses.includes(status) ? [] : [notSupported(path.child('status'), status, statuses)]),
    ...(observedGeneration < 0
      ? [invalid(generationPath, observedGeneration, 'must be greater than or equal to zero')]
      : []),
    ...(lastTransitionTime ? [] : [required(path.child('lastTransitionTime'), 'must be set')]),
    ...validateReason(condition.reason, path.child('reason')),
    ...(Buffer.byteLength(message) > maxMessageLength
      ? [tooLong(path.child('message'), maxMessageLength)]
      : []),
  ];
}

function validateReason(reason: string, path: FieldPath): FieldError[] {
  if (reason === '') return [required(path, 'must be set')];
  const isInvalid = /^(?![A-Za-z])|[^A-Za-z0-9_,:]|[,:]$/.test(reason);
  return [
    ...(isInvalid ? [invalid(path, reason, reasonText)] : []),
    ...(Buffer.byteLength(reason) > maxReasonLength ? [tooLong(path, maxReasonLength)] : []),
  ];
}
