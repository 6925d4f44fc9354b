import type { AuthorizationDecision, AuthorizationStep } from '../../api/request/decisions.ts';
import { type AskedWords, bindingText, lackText, ruleText } from '../shared/rules/rule-text.ts';

/** The grounds of an allowed question: who allowed it, by which binding and rule. */
export function allowedLines({ steps }: AuthorizationDecision): string[] {
  const step = steps.at(-1);
  if (step === undefined) return [];
  const { authorizer, reason, allowedBy, policy } = step;
  if (allowedBy !== undefined) {
    const { rule } = allowedBy;
    return [
      `allowed by ${authorizer}: ${bindingText(allowedBy)}`,
      ...(rule === undefined ? [] : [`rule: ${ruleText(rule)}`]),
    ];
  }
  if (policy !== undefined) return [`allowed by ${authorizer}: the policy ${JSON.stringify(policy)}`];
  if (authorizer === 'privileged group') return ['allowed to every member of the group system:masters'];
  return [`allowed by ${authorizer}${reason === undefined ? '' : `: ${reason}`}`];
}

/** The grounds of a refused question: what each authorizer said, and what would have to change. */
export function refusedLines({ steps, ...asked }: AuthorizationDecision): string[] {
  return steps
    .filter(({ authorizer }) => authorizer !== 'privileged group')
    .flatMap((step) => stepLines(step, asked));
}

function stepLines(step: AuthorizationStep, asked: AskedWords): string[] {
  const { authorizer, verdict, reason, error, nearest = [], allowedIn = [] } = step;
  const said = verdict === 'deny' ? 'denies it' : 'does not allow it';
  return [
    `${authorizer} ${said}${reason === undefined ? '' : `: ${reason}`}`,
    ...(error === undefined ? [] : [`  it could not decide: ${error}`]),
    ...nearest.flatMap((near) => [
      `  near: ${bindingText(near)}`,
      `        ${near.rule === undefined ? '' : `${ruleText(near.rule)}: `}${lackText(near.lacks, asked)}`,
    ]),
    ...(allowedIn.length === 0 ? [] : [`  allowed in other namespaces: ${allowedIn.join(', ')}`]),
  ];
}
