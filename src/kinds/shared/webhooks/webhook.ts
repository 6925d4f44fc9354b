import type {
  AdmissionregistrationV1MutatingWebhook,
  AdmissionregistrationV1WebhookClientConfig,
} from '../../../api/schema/types.gen.ts';
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
import { validateWebhookService, validateWebhookUrl } from './client-config.ts';
import { validateRule } from './rules.ts';

/** A webhook of either kind. */
export type Webhook = AdmissionregistrationV1MutatingWebhook;

const failurePolicies = ['Fail', 'Ignore'];
const matchPolicies = ['Equivalent', 'Exact'];
const reinvocationPolicies = ['IfNeeded', 'Never'];
const sideEffects = { none: ['None', 'NoneOnDryRun'], any: ['None', 'NoneOnDryRun', 'Some', 'Unknown'] };

export function validateWebhook(
  hook: Webhook,
  path: FieldPath,
  { noSideEffects }: { noSideEffects: boolean },
): FieldError[] {
  return [
    ...validateName(hook.name, path.child('name')),
    ...validateEach(hook.rules ?? [], (rule, index) => validateRule(rule, path.child('rules').index(index))),
    ...validateOneOf(hook.failurePolicy, path.child('failurePolicy'), failurePolicies),
    ...validateOneOf(hook.matchPolicy, path.child('matchPolicy'), matchPolicies),
    ...validateSideEffects(hook.sideEffects, path.child('sideEffects'), noSideEffects),
    ...validateTimeout(hook.timeoutSeconds, path.child('timeoutSeconds')),
    ...validateLabelSelectorObject(hook.namespaceSelector, path.child('namespaceSelector')),
    ...validateLabelSelectorObject(hook.objectSelector, path.child('objectSelector')),
    ...validateOneOf(hook.reinvocationPolicy, path.child('reinvocationPolicy'), reinvocationPolicies),
    ...validateClientConfig(hook.clientConfig, path.child('clientConfig')),
  ];
}

/** Only the first fault is told. */
function validateName(name: string, path: FieldPath): FieldError[] {
  if (name === '') return [required(path)];
  const faults = dns1123Subdomain(name);
  if (faults.length > 0) return [invalid(path, name, faults.join(','))];
  return name.split('.').length < 3
    ? [invalid(path, name, 'should be a domain with at least three segments separated by dots')]
    : [];
}

function validateSideEffects(given: string | null, path: FieldPath, noneOnly: boolean): FieldError[] {
  const allowed = noneOnly ? sideEffects.none : sideEffects.any;
  if (given === null || given === undefined)
    return [required(path, `must specify one of ${allowed.join(', ')}`)];
  return allowed.includes(given) ? [] : [notSupported(path, given, allowed)];
}

function validateTimeout(seconds: number | undefined, path: FieldPath): FieldError[] {
  return seconds !== undefined && (seconds < 1 || seconds > 30)
    ? [invalid(path, seconds, 'the timeout value must be between 1 and 30 seconds')]
    : [];
}

function validateClientConfig(
  { url, service }: AdmissionregistrationV1WebhookClientConfig,
  path: FieldPath,
): FieldError[] {
  if ((url === undefined) === (service === undefined)) {
    return [required(path, 'exactly one of url or service is required')];
  }
  if (url !== undefined) return validateWebhookUrl(url, path.child('url'));
  return validateWebhookService(service!, path.child('service'));
}
