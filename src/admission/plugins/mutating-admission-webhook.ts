import type { PluginDescriptor } from '../descriptor.ts';
import { MutatingWebhooks } from '../webhooks/mutating-webhooks.ts';
import { webhookFlags, webhookPlugin } from '../webhooks/webhook-parts.ts';

const sort = {
  plugin: 'MutatingAdmissionWebhook',
  type: 'admit',
  resource: 'mutatingwebhookconfigurations',
  kind: 'MutatingWebhookConfiguration',
} as const;

/** Calls webhooks that may change the object of a write. */
export const mutatingAdmissionWebhook: PluginDescriptor = {
  name: 'MutatingAdmissionWebhook',
  onByDefault: true,
  flags: webhookFlags,
  create: (given) => webhookPlugin(given, sort, (parts) => new MutatingWebhooks(parts, given.dialect.api)),
};
