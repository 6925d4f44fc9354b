import type { PolicyExpressions } from '../../../api/policies/policy-expressions.ts';
import type {
  AdmissionregistrationV1MatchCondition,
  AdmissionregistrationV1MatchResources,
  AdmissionregistrationV1ParamKind,
  AdmissionregistrationV1Variable,
} from '../../../api/schema/types.gen.ts';
import type { FieldError, FieldPath } from '../../../api/validation/field-errors.ts';
import type { Interruptible } from '../../../util/slices.ts';
import { validateOneOf } from '../field-checks.ts';
import { validateMatchConditions } from './match-conditions.ts';
import { validateMatchConstraints } from './match-resources.ts';
import { validateParamKind } from './param-kind.ts';
import { validateVariables } from './variables.ts';

/** The parts that both sorts of policies have. */
export interface PolicySpec {
  paramKind?: AdmissionregistrationV1ParamKind;
  matchConstraints?: AdmissionregistrationV1MatchResources;
  matchConditions?: AdmissionregistrationV1MatchCondition[];
  variables?: AdmissionregistrationV1Variable[] | null;
  failurePolicy?: string;
}

/**
 * `keepsConditions`: an update leaves the conditions as they are, and they are not looked at again. `moreOfMatch`: what
 * else is wrong with the writes that the policy names.
 */
export function* validatePolicySpec(
  spec: PolicySpec,
  path: FieldPath,
  expressions: PolicyExpressions,
  { keepsConditions, moreOfMatch = [] }: { keepsConditions: boolean; moreOfMatch?: readonly FieldError[] },
): Interruptible<FieldError[]> {
  const { paramKind } = spec;
  const conditionsPath = path.child('matchConditions');
  return [
    ...validateOneOf(spec.failurePolicy, path.child('failurePolicy'), ['Fail', 'Ignore']),
    ...(paramKind === undefined ? [] : validateParamKind(paramKind, path.child('paramKind'))),
    ...validateMatchConstraints(spec.matchConstraints, path.child('matchConstraints')),
    ...moreOfMatch,
    ...(keepsConditions
      ? []
      : yield* validateMatchConditions(spec.matchConditions, conditionsPath, expressions)),
    ...(yield* validateVariables(spec.variables, path.child('variables'), expressions)),
  ];
}
