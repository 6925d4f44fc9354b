import type { FlowcontrolV1beta2QueuingConfiguration } from '../../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, invalid } from '../../../api/validation/field-errors.ts';

const maxQueues = 10_000_000;
/** Bits of the hash by which shuffle sharding deals queues to a flow. */
const hashBits = 60;

export const validatePositive = (value: number, path: FieldPath): FieldError[] =>
  value > 0 ? [] : [invalid(path, value, 'must be positive')];

export function validateQueuing(
  queuing: FlowcontrolV1beta2QueuingConfiguration,
  path: FieldPath,
): FieldError[] {
  const { queues, queueLengthLimit } = queuing;
  const queuesPath = path.child('queues');
  return [
    ...validatePositive(queueLengthLimit, path.child('queueLengthLimit')),
    ...validatePositive(queues, queuesPath),
    ...(queues > maxQueues ? [invalid(queuesPath, queues, `must not be greater than ${maxQueues}`)] : []),
    ...validateHandSize(queuing, path.child('handSize')),
  ];
}

/** The hash must have enough bits for every possible hand of queues. */
function validateHandSize(
  { queues, handSize }: FlowcontrolV1beta2QueuingConfiguration,
  path: FieldPath,
): FieldError[] {
  if (handSize <= 0) return validatePositive(handSize, path);
  if (handSize > queues) return [invalid(path, handSize, `should not be greater than queues (${queues})`)];
  const bits = Math.ceil(Math.log2(queues) * handSize);
  if (bits <= hashBits) return [];
  const text = `required entropy bits of deckSize ${queues} and handSize ${handSize} should not be greater than ${hashBits}`;
  return [invalid(path, handSize, text)];
}
