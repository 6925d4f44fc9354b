import {
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
  required,
} from '../../../../api/machinery/field-errors.ts';
import type { CoreV1TopologySpreadConstraint } from '../../../../api/schema/types.gen.ts';
import { eachFault } from '../../each-fault.ts';

const pairOf = ({ topologyKey, whenUnsatisfiable }: CoreV1TopologySpreadConstraint): string =>
  `{${topologyKey}, ${whenUnsatisfiable}}`;

const actions = ['DoNotSchedule', 'ScheduleAnyway'];

/** How evenly the pods of a kind are spread over zones, nodes and the like. */
export function validateTopologySpread(
  constraints: readonly CoreV1TopologySpreadConstraint[] = [],
  path: FieldPath,
): FieldError[] {
  const left = new Map<string, number>();
  for (const constraint of constraints) left.set(pairOf(constraint), (left.get(pairOf(constraint)) ?? 0) + 1);
  return eachFault(constraints, (constraint, index) => {
    const { maxSkew, topologyKey, whenUnsatisfiable } = constraint;
    const at = path.index(index);
    const pair = pairOf(constraint);
    left.set(pair, left.get(pair)! - 1);
    return [
      ...(maxSkew > 0 ? [] : [invalid(at.child('maxSkew'), maxSkew, 'must be greater than zero')]),
      ...(topologyKey === '' ? [required(at.child('topologyKey'), 'can not be empty')] : []),
      ...(actions.includes(whenUnsatisfiable)
        ? []
        : [notSupported(at.child('whenUnsatisfiable'), whenUnsatisfiable, actions)]),
      ...(left.get(pair)! > 0 ? [duplicate(at.child('{topologyKey, whenUnsatisfiable}'), pair)] : []),
    ];
  });
}
