import type { CoreV1TopologySpreadConstraint } from '../../../../api/schema/types.gen.ts';
import {
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
  required,
} from '../../../../api/validation/field-errors.ts';
import { repetitions } from '../../../../api/validation/repetitions.ts';
import { validateEach } from '../../../../api/validation/validate-each.ts';

const pairOf = ({ topologyKey, whenUnsatisfiable }: CoreV1TopologySpreadConstraint): string =>
  `{${topologyKey}, ${whenUnsatisfiable}}`;

const actions = ['DoNotSchedule', 'ScheduleAnyway'];

/** Validates the constraints on how evenly pods are spread over zones, nodes and the like. */
export function validateTopologySpread(
  constraints: readonly CoreV1TopologySpreadConstraint[] = [],
  path: FieldPath,
): FieldError[] {
  const pairs = constraints.map(pairOf);
  // Of equal entries all but the last are reported.
  const isRepeated = repetitions(pairs.toReversed());
  return validateEach(constraints, (constraint, index) => {
    const { maxSkew, topologyKey, whenUnsatisfiable } = constraint;
    const at = path.index(index);
    const isFollowed = isRepeated(pairs.length - 1 - index);
    return [
      ...(maxSkew > 0 ? [] : [invalid(at.child('maxSkew'), maxSkew, 'must be greater than zero')]),
      ...(topologyKey === '' ? [required(at.child('topologyKey'), 'can not be empty')] : []),
      ...(actions.includes(whenUnsatisfiable)
        ? []
        : [notSupported(at.child('whenUnsatisfiable'), whenUnsatisfiable, actions)]),
      ...(isFollowed ? [duplicate(at.child('{topologyKey, whenUnsatisfiable}'), pairs[index])] : []),
    ];
  });
}
