import type { PluginDescriptor } from '../descriptor.ts';
import { ValidatingWebhooks } from '../webhooks/validating-webhooks.ts';
import { webhookParts } from '../webhooks/webhook-parts.ts';

const sort = { type: 'validating', resource: 'validatingwebhookconfigurations' } as const;

/** Calls webhooks that may refuse a write. */
export const validatingAdmissionWebhook: PluginDescriptor = {
  name: 'ValidatingAdmissionWebhook',
  onByDefault: true,
  // That of the mutating ones is for both.
  flags: [],
  create: async (given) => new ValidatingWebhooks(webhookParts(given, sort), given.dialect.api),
};
