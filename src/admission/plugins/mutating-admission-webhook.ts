import type { PluginDescriptor } from '../descriptor.ts';
import { MutatingWebhooks } from '../webhooks/mutating-webhooks.ts';
import { webhookFlags, webhookParts } from '../webhooks/webhook-parts.ts';

const sort = { type: 'admit', resource: 'mutatingwebhookconfigurations' } as const;

/** Calls webhooks that may change the object of a write. */
export const mutatingAdmissionWebhook: PluginDescriptor = {
  name: 'MutatingAdmissionWebhook',
  onByDefault: true,
  flags: webhookFlags,
  create: async (given) => new MutatingWebhooks(webhookParts(given, sort), given.dialect.api),
};
