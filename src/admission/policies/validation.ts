import { budgets, type Evaluation, type Outcome, OutOfBudgetError } from '../../api/policies/evaluation.ts';
import type {
  CompiledAnnotation,
  CompiledValidation,
  ValidatingPolicy,
} from '../../api/policies/validating-policy.ts';
import { after, inOrder } from '../../util/in-order.ts';
import type { ConditionsOutcome } from './conditions.ts';

/** The answer of one validation, or of the policy as a whole where it could not be asked. */
export interface Decision {
  readonly isDenied: boolean;
  /** It could not be worked out: the failure policy has decided. */
  readonly isError: boolean;
  readonly message: string;
  readonly reason: string;
  readonly expression?: string;
  /** Milliseconds since the first expression of the policy was asked. */
  readonly elapsed: number;
}

/** A value for the audit log, or the error that takes its place. */
export type AnnotationOutcome =
  | { readonly key: string; readonly value: string }
  | { readonly key: string; readonly problem: string; readonly expression: string };

export interface ValidationOutcome {
  readonly decisions: readonly Decision[];
  readonly annotations: readonly AnnotationOutcome[];
}

const nothing: ValidationOutcome = { decisions: [], annotations: [] };
const maxMessageBytes = 5 * 1024;

/** Asks a policy about one request with one object of parameters. Answers at once where nothing has to be waited for. */
export function validate(
  policy: ValidatingPolicy,
  conditions: ConditionsOutcome,
  evaluation: Evaluation,
): ValidationOutcome | Promise<ValidationOutcome> {
  if (conditions === 'do not hold') return nothing;
  if (conditions !== 'hold') return { decisions: [failed(policy, conditions.problem)], annotations: [] };
  const outOfBudget = (error: unknown): ValidationOutcome => {
    if (!(error instanceof OutOfBudgetError)) throw error;
    return { decisions: [failed(policy, error.message)], annotations: [] };
  };
  try {
    const asked = ask(policy, evaluation);
    return asked instanceof Promise ? asked.catch(outOfBudget) : asked;
  } catch (error) {
    return outOfBudget(error);
  }
}

function ask(
  policy: ValidatingPolicy,
  evaluation: Evaluation,
): ValidationOutcome | Promise<ValidationOutcome> {
  const { auditAnnotations } = policy;
  return after(askValidations(policy, evaluation), (decisions) => {
    if (auditAnnotations.length === 0) return { decisions, annotations: [] };
    return annotate(auditAnnotations, evaluation).then((annotations) => ({ decisions, annotations }));
  });
}

const failed = (
  { failsOpen }: ValidatingPolicy,
  message: string,
  more: Partial<Decision> = {},
): Decision => ({
  isDenied: !failsOpen,
  isError: true,
  message,
  reason: 'Invalid',
  elapsed: 0,
  ...more,
});

const admitted: Decision = { isDenied: false, isError: false, message: '', reason: '', elapsed: 0 };

/** The cost of their messages is paid after all validations. */
function askValidations(policy: ValidatingPolicy, evaluation: Evaluation): Decision[] | Promise<Decision[]> {
  const left = { cost: budgets.policy };
  const begun = performance.now();
  const decisions: Decision[] = [];
  let isDenied = false;
  const take = (validation: CompiledValidation, outcome: Outcome): void => {
    if (outcome.value === true) {
      decisions.push(admitted);
      return;
    }
    const more = { expression: validation.text, elapsed: performance.now() - begun };
    if (outcome.problem !== undefined) {
      decisions.push(failed(policy, outcome.problem, more));
      return;
    }
    isDenied = true;
    decisions.push({ ...admitted, ...more, isDenied: true, reason: validation.reason });
  };
  const asked = inOrder(policy.validations, (validation) => {
    const outcome = evaluation.evaluate(validation, left);
    if (outcome instanceof Promise) return outcome.then((settled) => take(validation, settled));
    take(validation, outcome);
  });
  return after(asked, () => (isDenied ? withMessages(policy, evaluation, decisions, left) : decisions));
}

async function withMessages(
  policy: ValidatingPolicy,
  evaluation: Evaluation,
  decisions: readonly Decision[],
  left: { cost: number },
): Promise<Decision[]> {
  const told: Decision[] = [];
  for (const [index, decision] of decisions.entries()) {
    if (!decision.isDenied || decision.isError) {
      told.push(decision);
      continue;
    }
    const made = await messageOf(policy.validations[index]!, evaluation, left);
    told.push(
      typeof made === 'string'
        ? { ...decision, message: made }
        : failed(policy, `failed messageExpression: ${made.message}`, decision),
    );
  }
  return told;
}

/** The text of the expression, if it makes one that can be shown; else that of the policy; an error without budget. */
async function messageOf(
  { messageExpression, message, text }: CompiledValidation,
  evaluation: Evaluation,
  left: { cost: number },
): Promise<string | OutOfBudgetError> {
  const plain = message || `failed expression: ${text.trim()}`;
  if (messageExpression === undefined) return plain;
  try {
    const asked = evaluation.evaluate(messageExpression, left);
    const outcome = asked instanceof Promise ? await asked : asked;
    if (typeof outcome.value !== 'string') return plain;
    const made = outcome.value.trim();
    const isShown = !made.includes('\n') && Buffer.byteLength(made) <= maxMessageBytes;
    return (isShown && made) || plain;
  } catch (error) {
    if (error instanceof OutOfBudgetError) return error;
    throw error;
  }
}

async function annotate(
  annotations: readonly CompiledAnnotation[],
  evaluation: Evaluation,
): Promise<AnnotationOutcome[]> {
  const left = { cost: budgets.policy };
  const outcomes: AnnotationOutcome[] = [];
  for (const annotation of annotations) {
    const { key, text: expression } = annotation;
    const asked = evaluation.evaluate(annotation, left);
    const outcome = asked instanceof Promise ? await asked : asked;
    if (outcome.problem !== undefined) outcomes.push({ key, problem: outcome.problem, expression });
    else if (typeof outcome.value === 'string' && outcome.value.trim() !== '')
      outcomes.push({ key, value: outcome.value.trim() });
  }
  return outcomes;
}
