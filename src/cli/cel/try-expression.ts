import { valueOfJson } from '../../api/cel/values/json.ts';
import { Environments } from '../../api/policies/environments.ts';
import { budgets, Evaluation } from '../../api/policies/evaluation.ts';
import { PolicyExpressions } from '../../api/policies/policy-expressions.ts';
import { type Trial, type TriedObjects, tried, variablesOf } from './trial.ts';

/** An expression that is in no policy, and may use what variables of a policy may. */
export async function tryExpression(text: string, objects: TriedObjects, release: string): Promise<Trial> {
  const expressions = new PolicyExpressions(new Environments(release), {
    hasParams: true,
    hasVariables: false,
    isKept: () => false,
  });
  const params = valueOfJson(objects.params ?? null);
  const evaluation = new Evaluation({ variables: new Map() }, variablesOf(objects), params);
  return tried('', { text, compiled: expressions.compile('variable', text) }, evaluation, budgets.policy);
}
