import type { CelExpression } from '../../../api/cel/contract.ts';
import type { JsonSchema } from '../../../api/schema/json-schema.ts';
import { type PathStep, resolveFieldPath } from '../../../api/structural-schema/field-path.ts';
import type { ValidationRule } from '../../../api/structural-schema/rule.ts';
import type { RuleEnvironment } from '../../../api/structural-schema/rule-environments.ts';
import type { Interruptible } from '../../../util/slices.ts';

/** A rule that is ready to be asked. */
export interface CompiledRule extends ValidationRule {
  readonly rule: string;
  readonly expression: CelExpression;
  readonly messageText: CelExpression | undefined;
  /** It is about changes. */
  readonly usesOld: boolean;
  /** It is about new values as well: the old one is an optional value. */
  readonly hasOptionalOld: boolean;
  /** From the place of the rule to that of its errors. */
  readonly steps: readonly PathStep[];
}

/** Compiles a rule, with stops. None for a rule that cannot be read, which another program has stored. */
export function* compiledRules(
  rule: ValidationRule,
  schema: JsonSchema,
  isWhole: boolean,
  environment: RuleEnvironment,
): Interruptible<CompiledRule[]> {
  const { rule: text = '', messageExpression, optionalOldSelf, fieldPath = '' } = rule;
  const hasOptionalOld = optionalOldSelf === true;
  const compile = function* (source: string): Interruptible<CelExpression | undefined> {
    const compiled = yield* environment.compile(source, schema, { isWhole, hasOptionalOld });
    return compiled !== undefined && 'expression' in compiled ? compiled.expression : undefined;
  };
  const expression = yield* compile(text);
  if (expression === undefined) return [];
  const found = fieldPath === '' ? undefined : resolveFieldPath(fieldPath, schema, { allowsBrackets: true });
  return [
    {
      ...rule,
      rule: text,
      expression,
      messageText: messageExpression ? yield* compile(messageExpression) : undefined,
      usesOld: expression.uses('oldSelf'),
      hasOptionalOld,
      steps: found !== undefined && 'steps' in found ? found.steps : [],
    },
  ];
}
