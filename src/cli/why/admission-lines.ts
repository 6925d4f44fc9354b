import type { AdmissionDecision, AdmittedObject, ShownOperation } from '../../api/request/decisions.ts';

/** Characters of a value. */
const maxValue = 120;

/** Lines on the plugins and webhooks that changed or refused the object, in order, and on those that let it pass. */
export function admissionLines({ steps, passed, isTooLarge }: AdmittedObject): string[] {
  return [
    ...steps.flatMap(stepLines),
    ...(passed.length === 0 ? [] : [`passed by ${passed.join(', ')}`]),
    ...(isTooLarge ? ['the object is too large for the changes of plugins to be found'] : []),
  ];
}

function stepLines(step: AdmissionDecision): string[] {
  const { outcome, message = '', expression, patch = [], more = 0 } = step;
  const who = decider(step);
  switch (outcome) {
    case 'changed':
      return [
        `changed by ${who}:`,
        ...patch.map((operation) => `  ${operationText(operation)}`),
        ...moreLine(more),
      ];
    case 'allowed':
      return [`passed by ${who}`];
    case 'ignored':
      return [`passed though ${who} could not be asked: ${message}`];
    case 'failed':
      return [`refused, as ${who} could not be asked: ${message}`];
    default:
      return [
        `refused by ${who}: ${message}`,
        ...(expression === undefined ? [] : [`  by its expression ${expression}`]),
      ];
  }
}

/** Whoever made a decision: a policy with the binding through which it was asked, a plugin, a webhook. */
function decider({ policy, binding, plugin, webhook, configuration }: AdmissionDecision): string {
  if (policy !== undefined)
    return `policy ${policy}${binding === undefined ? '' : ` with binding ${binding}`}`;
  return plugin ?? `webhook ${webhook} of configuration ${configuration}`;
}

const moreLine = (more: number): string[] => (more === 0 ? [] : [`  and ${more} more changes`]);

const signs: Readonly<Record<string, string>> = { add: '+', replace: '~', remove: '-' };

/** `+ /spec/serviceAccountName "default"` */
function operationText({ op, path, from, value, valueLength }: ShownOperation): string {
  const sign = signs[op] ?? op;
  if (from !== undefined) return `${sign} ${path} from ${from}`;
  if (valueLength !== undefined) return `${sign} ${path} (${valueLength} characters, not shown)`;
  if (value === undefined) return `${sign} ${path}`;
  const text = JSON.stringify(value);
  return `${sign} ${path} ${text.length > maxValue ? `${text.slice(0, maxValue)}...` : text}`;
}
