import type { AdmissionregistrationV1MutatingWebhook } from '../../../api/schema/types.gen.ts';
import { validateLabelSelectorObject } from '../../../api/selectors/label-selector.ts';
import {
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
  required,
} from '../../../api/validation/field-errors.ts';
import { dns1123Subdomain } from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { validateOneOf } from '../field-checks.ts';
import { validateClientConfig } from './client-config.ts';
import { validateRule } from './rules.ts';

/** A mutating or validating webhook. */
export type Webhook = AdmissionregistrationV1MutatingWebhook;

const failurePolicies = ['Fail', 'Ignore'];
const matchPolicies = ['Equivalent', 'Exact'];
const reinvocationPolicies = ['IfNeeded', 'Never'];
const sideEffects = { none: ['None', 'NoneOnDryRun'], any: ['None', 'NoneOnDryRun', 'Some', 'Unknown'] };

interface WebhookOptions {
  readonly noSideEffects: boolean;
  /** Whether the values of selectors have to be those of labels. */
  readonly checksValues: boolean;
  /** Whether the path of an address may have spaces. */
  readonly takesSpaces: boolean;
}

export function validateWebhook(
  hook: Webhook,
  path: FieldPath,
  { noSideEffects, checksValues, takesSpaces }: WebhookOptions,
): FieldError[] {
  return [
    ...validateName(hook.name, path.child('name')),
    ...validateEach(hook.rules ?? [], (rule, index) => validateRule(rule, path.child('rules').index(index))),
    ...validateOneOf(hook.failurePolicy, path.child('failurePolicy'), failurePolicies),
    ...validateOneOf(hook.matchPolicy, path.child('matchPolicy'), matchPolicies),
    ...validateSideEffects(hook.sideEffects, path.child('sideEffects'), noSideEffects),
    ...validateTimeout(hook.timeoutSeconds, path.child('timeoutSeconds')),
    ...validateLabelSelectorObject(hook.namespaceSelector, path.child('namespaceSelector'), { checksValues }),
    ...validateLabelSelectorObject(hook.objectSelector, path.child('objectSelector'), { checksValues }),
    ...validateOneOf(hook.reinvocationPolicy, path.child('reinvocationPolicy'), reinvocationPolicies),
    ...validateClientConfig(hook.clientConfig, path.child('clientConfig'), { takesSpaces }),
  ];
}

/** Reports the first error only. */
function validateName(name: string, path: FieldPath): FieldError[] {
  if (name === '') return [required(path)];
  const errors = dns1123Subdomain(name);
  if (errors.length > 0) return [invalid(path, name, errors.join(','))];
  return name.split('.').length < 3
    ? [invalid(path, name, 'should be a domain with at least three segments separated by dots')]
    : [];
}

function validateSideEffects(value: string | null, path: FieldPath, noneOnly: boolean): FieldError[] {
  const allowed = noneOnly ? sideEffects.none : sideEffects.any;
  if (value === null || value === undefined)
    return [required(path, `must specify one of ${allowed.join(', ')}`)];
  return allowed.includes(value) ? [] : [notSupported(path, value, allowed)];
}

function validateTimeout(seconds: number | undefined, path: FieldPath): FieldError[] {
  return seconds !== undefined && (seconds < 1 || seconds > 30)
    ? [invalid(path, seconds, 'the timeout value must be between 1 and 30 seconds')]
    : [];
}
