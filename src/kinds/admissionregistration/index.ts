import type { KindDependencies, KindRules } from '../../registry/kind-rules.ts';
import { mutatingWebhookConfiguration } from './mutating-webhook-configuration/index.ts';
import { validatingWebhookConfiguration } from './validating-webhook-configuration/index.ts';

export function admissionregistrationKinds(dependencies: KindDependencies): KindRules<any>[] {
  return [validatingWebhookConfiguration(dependencies), mutatingWebhookConfiguration(dependencies)];
}
