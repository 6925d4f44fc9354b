import type { PluginDescriptor } from '../descriptor.ts';
import { ValidatingWebhooks } from '../webhooks/validating-webhooks.ts';
import { webhookPlugin } from '../webhooks/webhook-parts.ts';

const sort = {
  plugin: 'ValidatingAdmissionWebhook',
  type: 'validating',
  resource: 'validatingwebhookconfigurations',
  kind: 'ValidatingWebhookConfiguration',
} as const;

/** Calls webhooks that may refuse a write. */
export const validatingAdmissionWebhook: PluginDescriptor = {
  name: 'ValidatingAdmissionWebhook',
  onByDefault: true,
  // That of the mutating ones is for both.
  flags: [],
  create: (given) => webhookPlugin(given, sort, (parts) => new ValidatingWebhooks(parts, given.dialect.api)),
};
