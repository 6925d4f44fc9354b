import type { AnyKindRules, KindDependencies } from '../../registry/kind-rules.ts';
import { mutatingWebhookConfiguration } from './mutating-webhook-configuration/index.ts';
import { validatingWebhookConfiguration } from './validating-webhook-configuration/index.ts';

export function admissionregistrationKinds(dependencies: KindDependencies): AnyKindRules[] {
  return [validatingWebhookConfiguration(dependencies), mutatingWebhookConfiguration(dependencies)];
}
