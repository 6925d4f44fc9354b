import {
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
  required,
} from '../../../../api/machinery/field-errors.ts';
import type { CoreV1TopologySpreadConstraint } from '../../../../api/schema/types.gen.ts';

const actions = ['DoNotSchedule', 'ScheduleAnyway'];

/** How evenly the pods of a kind are spread over zones, nodes and the like. */
export function validateTopologySpread(
  constraints: readonly CoreV1TopologySpreadConstraint[] = [],
  path: FieldPath,
): FieldError[] {
  return constraints.flatMap((constraint, index) => {
    const { maxSkew, topologyKey, whenUnsatisfiable } = constraint;
    const at = path.index(index);
    const again = constraints
      .slice(index + 1)
      .some((other) => other.topologyKey === topologyKey && other.whenUnsatisfiable === whenUnsatisfiable);
    return [
      ...(maxSkew > 0 ? [] : [invalid(at.child('maxSkew'), maxSkew, 'must be greater than zero')]),
      ...(topologyKey === '' ? [required(at.child('topologyKey'), 'can not be empty')] : []),
      ...(actions.includes(whenUnsatisfiable)
        ? []
        : [notSupported(at.child('whenUnsatisfiable'), whenUnsatisfiable, actions)]),
      ...(again
        ? [duplicate(at.child('{topologyKey, whenUnsatisfiable}'), `{${topologyKey}, ${whenUnsatisfiable}}`)]
        : []),
    ];
  });
}
