import type { VersionRules } from '../../../registry/kind-rules.ts';
import type { Webhook } from './webhook.ts';

interface Configuration {
  webhooks?: Webhook[];
}

/** Defaults of v1beta1, which are more lenient. */
export const betaWebhookRules: VersionRules = {
  applyDefaults({ webhooks = [] }: Configuration) {
    for (const hook of webhooks) {
      hook.failurePolicy ??= 'Ignore';
      hook.matchPolicy ??= 'Exact';
      hook.sideEffects ??= 'Unknown';
      hook.timeoutSeconds ??= 30;
      if (!hook.admissionReviewVersions?.length) hook.admissionReviewVersions = ['v1beta1'];
    }
  },
};
