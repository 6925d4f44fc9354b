import type { Compilation } from '../cel/contract.ts';
import type {
  AdmissionregistrationV1MatchCondition,
  AdmissionregistrationV1ParamKind,
  AdmissionregistrationV1Variable,
} from '../schema/types.gen.ts';
import type { Environments } from './environments.ts';
import { PolicyExpressions } from './policy-expressions.ts';

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
export function compilePolicy(
  name: string,
  { paramKind, failurePolicy, matchConditions = [], variables }: PolicySpec,
  environments: Environments,
  { mutates }: { mutates: boolean },
): { common: CompiledPolicy; expressions: PolicyExpressions } {
  const expressions = new PolicyExpressions(environments, {
    hasParams: paramKind !== undefined,
    hasVariables: mutates || (variables ?? []).length > 0,
  });
  const conditions = compileConditions(matchConditions, expressions);
  const compiled = new Map<string, Compilation>();
  for (const { name: variable, expression } of variables ?? []) {
    const made = expressions.compile('variable', expression);
    expressions.declare(variable, made);
    compiled.set(variable, made);
  }
  const common = { name, failsOpen: failurePolicy === 'Ignore', paramKind, conditions, variables: compiled };
  return { common, expressions };
}

export const compileConditions = (
  conditions: readonly AdmissionregistrationV1MatchCondition[],
  expressions: PolicyExpressions,
): CompiledCondition[] =>
  conditions.map(({ name, expression }) => {
    const text = expression.trim();
    return { name, text, compiled: expressions.compile('condition', text) };
  });
