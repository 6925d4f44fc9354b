import { Environments } from '../../api/policies/environments.ts';
import type { AnyKindRules, KindDependencies } from '../../registry/kind-rules.ts';
import { mutatingAdmissionPolicy } from './mutating-admission-policy/index.ts';
import { mutatingAdmissionPolicyBinding } from './mutating-admission-policy-binding/index.ts';
import { mutatingWebhookConfiguration } from './mutating-webhook-configuration/index.ts';
import { validatingAdmissionPolicy } from './validating-admission-policy/index.ts';
import { validatingAdmissionPolicyBinding } from './validating-admission-policy-binding/index.ts';
import { validatingWebhookConfiguration } from './validating-webhook-configuration/index.ts';

export function admissionregistrationKinds(dependencies: KindDependencies): AnyKindRules[] {
  const environments = once(() => new Environments(dependencies.gates.release, dependencies.gates));
  return [
    validatingWebhookConfiguration(dependencies, environments),
    mutatingWebhookConfiguration(dependencies, environments),
    validatingAdmissionPolicy(dependencies, environments),
    validatingAdmissionPolicyBinding(dependencies),
    mutatingAdmissionPolicy(dependencies, environments),
    mutatingAdmissionPolicyBinding(dependencies),
  ];
}

/** Most servers compile no expression before the first policy is written. */
function once(make: () => Environments): () => Environments {
  let made: Environments | undefined;
  return () => (made ??= make());
}
