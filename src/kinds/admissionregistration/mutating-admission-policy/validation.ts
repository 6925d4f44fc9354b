import type { Environments } from '../../../api/policies/environments.ts';
import { PolicyExpressions } from '../../../api/policies/policy-expressions.ts';
import type {
  AdmissionregistrationV1MutatingAdmissionPolicy,
  AdmissionregistrationV1Mutation,
} from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { validateEachInSteps } from '../../../api/validation/validate-each.ts';
import type { Interruptible } from '../../../util/slices.ts';
import { requireOneOf } from '../../shared/field-checks.ts';
import { validateExpression } from '../../shared/policies/expressions.ts';
import { keepsConditions, keptExpressions } from '../../shared/policies/kept.ts';
import { validateMutableOperations } from '../../shared/policies/match-resources.ts';
import { validatePolicySpec } from '../../shared/policies/policy.ts';

type Policy = AdmissionregistrationV1MutatingAdmissionPolicy;
type Mutation = AdmissionregistrationV1Mutation;

const specPath = FieldPath.of('spec');

/** The sorts of mutations, with the field that each has. */
const sorts = [
  { patchType: 'ApplyConfiguration', field: 'applyConfiguration', use: 'apply configuration' },
  { patchType: 'JSONPatch', field: 'jsonPatch', use: 'json patch' },
] as const;

type Sort = (typeof sorts)[number];

export function* validatePolicy(
  { spec }: Policy,
  environments: Environments,
  old?: Policy,
): Interruptible<FieldError[]> {
  const expressions = new PolicyExpressions(environments, {
    hasParams: spec.paramKind !== undefined,
    hasVariables: true,
    isKept: keptExpressions(old?.spec, textsOf(old)),
  });
  const { mutations = [], matchConstraints } = spec;
  const mutationsPath = specPath.child('mutations');
  return [
    ...(yield* validatePolicySpec(spec, specPath, expressions, {
      keepsConditions: keepsConditions(spec, old?.spec),
      moreOfMatch: validateMutableOperations(matchConstraints, specPath.child('matchConstraints')),
    })),
    ...(mutations.length === 0 ? [required(mutationsPath, 'mutations must contain at least one item')] : []),
    ...(yield* validateEachInSteps(mutations, (mutation, index) =>
      validateMutation(mutation, mutationsPath.index(index), expressions),
    )),
    ...requireOneOf(spec.reinvocationPolicy, specPath.child('reinvocationPolicy'), ['IfNeeded', 'Never']),
  ];
}

function textsOf(old: Policy | undefined) {
  const texts = (old?.spec.mutations ?? []).flatMap(({ applyConfiguration, jsonPatch }) => [
    applyConfiguration?.expression ?? '',
    jsonPatch?.expression ?? '',
  ]);
  return { variable: texts, 'apply configuration': texts, 'json patch': texts };
}

function* validateMutation(
  mutation: Mutation,
  path: FieldPath,
  expressions: PolicyExpressions,
): Interruptible<FieldError[]> {
  const { patchType } = mutation;
  const known = sorts.map((sort) => sort.patchType);
  const typeErrors = requireOneOf(patchType, path.child('patchType'), known);
  if (typeErrors.length > 0) return typeErrors;
  // What belongs to the type goes first.
  const [own, other] = sorts.toSorted((a) => (a.patchType === patchType ? -1 : 1)) as [Sort, Sort];
  return [
    ...(yield* validateOwn(mutation[own.field], own, path.child(own.field), expressions)),
    ...(mutation[other.field] === undefined
      ? []
      : [
          invalid(
            path.child(other.field),
            `{${other.field}}`,
            `must not be specified when patchType is ${patchType}`,
          ),
        ]),
  ];
}

function* validateOwn(
  given: { expression?: string } | undefined,
  { patchType, use }: Sort,
  path: FieldPath,
  expressions: PolicyExpressions,
): Interruptible<FieldError[]> {
  if (given === undefined) return [required(path, `must be specified when patchType is ${patchType}`)];
  const { expression = '' } = given;
  const textPath = path.child('expression');
  return expression.trim() === ''
    ? [required(textPath)]
    : yield* validateExpression(expression, use, textPath, expressions);
}
