import { writeJson } from '../../api/codec/json.ts';
import {
  type AdmissionDecision,
  type AuthorizationStep,
  type Decisions,
  type EvaluatedExpression,
  maxDecisionsLength,
} from '../../api/request/decisions.ts';
import { truncate } from '../../util/truncate.ts';

/** Characters of a text where all of them together are too long. */
const shortText = 200;
const fewOperations = 5;

/** Each leaves out more than the one before. */
const reductions: readonly ((decisions: Decisions) => Decisions)[] = [
  (decisions) => decisions,
  (decisions) =>
    withExpressions(
      withSteps(decisions, (step) => step, withoutValues),
      shorterExpression,
    ),
  (decisions) => withExpressions(withSteps(decisions, withoutNearRules, fewerOperations), shortestExpression),
  (decisions) => withExpressions(withSteps(decisions, bareStep, bareDecision), () => undefined),
];

/**
 * Decisions as the value of a header: JSON in ASCII that is never longer than `maxDecisionsLength`. Where it would be,
 * values of patches are left out, then rules and operations, and at last everything but that there were decisions.
 */
export function decisionText(decisions: Decisions): string {
  for (const [index, reduce] of reductions.entries()) {
    const reduced = reduce(decisions);
    const text = asciiJson(index === 0 ? reduced : { ...reduced, isCut: true });
    if (text.length <= maxDecisionsLength) return text;
  }
  return asciiJson({ isCut: true } satisfies Decisions);
}

/** Every other character as the escape that JSON has for it. */
const asciiJson = (value: unknown): string =>
  writeJson(value).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

function withSteps(
  decisions: Decisions,
  authorization: (step: AuthorizationStep) => AuthorizationStep,
  admission: (step: AdmissionDecision) => AdmissionDecision,
): Decisions {
  const reduced = { ...decisions };
  if (decisions.authorization !== undefined) {
    reduced.authorization = decisions.authorization.map((asked) => ({
      ...asked,
      user: truncate(asked.user, shortText),
      steps: asked.steps.map(authorization),
    }));
  }
  if (decisions.admission !== undefined) {
    reduced.admission = decisions.admission.map((object) => ({
      ...object,
      steps: object.steps.map(admission),
    }));
  }
  return reduced;
}

/** `reduce`: undefined leaves an expression out. */
function withExpressions(
  decisions: Decisions,
  reduce: (expression: EvaluatedExpression) => EvaluatedExpression | undefined,
): Decisions {
  if (decisions.admission === undefined) return decisions;
  const admission = decisions.admission.map(({ expressions, ...object }) =>
    expressions === undefined
      ? object
      : { ...object, expressions: expressions.map(reduce).filter((one) => one !== undefined) },
  );
  return { ...decisions, admission };
}

const shortened =
  (length: number) =>
  ({ expression, value, problem, ...rest }: EvaluatedExpression): EvaluatedExpression => ({
    ...rest,
    expression: truncate(expression, length),
    ...(value === undefined ? {} : { value: truncate(value, length) }),
    ...(problem === undefined ? {} : { problem: truncate(problem, length) }),
  });
const shorterExpression = shortened(shortText);
const shortenedMost = shortened(40);

/** Leaves out those that hold, which say the least. */
const shortestExpression = (expression: EvaluatedExpression): EvaluatedExpression | undefined =>
  expression.value === 'true' ? undefined : shortenedMost(expression);

function withoutValues({ patch, ...step }: AdmissionDecision): AdmissionDecision {
  if (patch === undefined) return step;
  const operations = patch.map(({ value, ...operation }) =>
    value === undefined ? operation : { ...operation, valueLength: writeJson(value).length },
  );
  return { ...step, patch: operations };
}

function fewerOperations(step: AdmissionDecision): AdmissionDecision {
  const { patch, more = 0, ...rest } = withoutValues(step);
  if (patch === undefined || patch.length <= fewOperations)
    return step.patch === undefined ? step : withoutValues(step);
  return { ...rest, patch: patch.slice(0, fewOperations), more: more + patch.length - fewOperations };
}

function withoutNearRules({ nearest: _, ...step }: AuthorizationStep): AuthorizationStep {
  if (step.allowedBy === undefined) return step;
  const { rule: _rule, ...allowedBy } = step.allowedBy;
  return { ...step, allowedBy };
}

const bareStep = ({ authorizer, verdict, reason }: AuthorizationStep): AuthorizationStep => ({
  authorizer,
  verdict,
  ...(reason === undefined ? {} : { reason: truncate(reason, shortText) }),
});

function bareDecision({ patch, more = 0, message, ...step }: AdmissionDecision): AdmissionDecision {
  const operations = (patch?.length ?? 0) + more;
  return {
    ...step,
    ...(operations === 0 ? {} : { more: operations }),
    ...(message === undefined ? {} : { message: truncate(message, shortText) }),
  };
}
