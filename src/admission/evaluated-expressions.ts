import type { EvaluatedExpression, TriedPolicy } from '../api/request/decisions.ts';
import { truncate } from '../util/truncate.ts';
import type { ExpressionRecorder } from './recorder.ts';

/** Expressions of one request that are kept, and characters of each of their texts. */
const maxExpressions = 500;
const maxText = 1_024;

/** Keeps what expressions give, as far as it is to be shown. */
export class EvaluatedExpressions implements ExpressionRecorder {
  readonly all: EvaluatedExpression[] = [];
  readonly tried: TriedPolicy | undefined;
  readonly #withValues: boolean;

  /** `withValues`: false for objects of confidential types. */
  constructor(tried: TriedPolicy | undefined, withValues: boolean) {
    this.tried = tried;
    this.#withValues = withValues;
  }

  evaluated({ value, problem, ...expression }: EvaluatedExpression): void {
    if (this.all.length === maxExpressions) return;
    const isShown = value !== undefined && (this.#withValues || value === 'true' || value === 'false');
    this.all.push({
      ...expression,
      expression: truncate(expression.expression, maxText),
      ...(isShown ? { value: truncate(value, maxText) } : {}),
      ...(problem === undefined ? {} : { problem: truncate(problem, maxText) }),
    });
  }
}
