import { eachInSteps, type Interruptible } from '../../util/slices.ts';
import type { Compilation } from '../cel/contract.ts';
import type {
  AdmissionregistrationV1MatchCondition,
  AdmissionregistrationV1ParamKind,
  AdmissionregistrationV1Variable,
} from '../schema/types.gen.ts';
import type { Environments } from './environments.ts';
import { type ExpressionUse, PolicyExpressions } from './policy-expressions.ts';

export interface CompiledExpression {
  readonly text: string;
  readonly compiled: Compilation;
}

export interface CompiledCondition extends CompiledExpression {
  readonly name: string;
}

/** The parts that validating and mutating policies have. */
export interface CompiledPolicy {
  readonly name: string;
  /** A policy that cannot be worked out lets the request pass. */
  readonly failsOpen: boolean;
  readonly paramKind: AdmissionregistrationV1ParamKind | undefined;
  readonly conditions: readonly CompiledCondition[];
  readonly variables: ReadonlyMap<string, Compilation>;
}

interface PolicySpec {
  paramKind?: AdmissionregistrationV1ParamKind;
  failurePolicy?: string;
  matchConditions?: AdmissionregistrationV1MatchCondition[];
  variables?: AdmissionregistrationV1Variable[] | null;
}

/** The common parts, and the expressions of the policy, to which its variables are known now. */
export function* compilePolicy(
  name: string,
  { paramKind, failurePolicy, matchConditions = [], variables }: PolicySpec,
  environments: Environments,
  { mutates }: { mutates: boolean },
): Interruptible<{ common: CompiledPolicy; expressions: PolicyExpressions }> {
  const expressions = new PolicyExpressions(environments, {
    hasParams: paramKind !== undefined,
    hasVariables: mutates || (variables ?? []).length > 0,
  });
  const conditions = yield* compileConditions(matchConditions, expressions);
  const compiled = new Map<string, Compilation>();
  for (const { name: variable, expression } of variables ?? []) {
    const made = yield* expressions.compileInSteps('variable', expression);
    expressions.declare(variable, made);
    compiled.set(variable, made);
  }
  const common = { name, failsOpen: failurePolicy === 'Ignore', paramKind, conditions, variables: compiled };
  return { common, expressions };
}

export function* compileText(
  use: ExpressionUse,
  text: string,
  expressions: PolicyExpressions,
): Interruptible<CompiledExpression> {
  return { text, compiled: yield* expressions.compileInSteps(use, text) };
}

export const compileConditions = (
  conditions: readonly AdmissionregistrationV1MatchCondition[],
  expressions: PolicyExpressions,
): Interruptible<CompiledCondition[]> =>
  eachInSteps(conditions, function* ({ name, expression }) {
    return { name, ...(yield* compileText('condition', expression.trim(), expressions)) };
  });
