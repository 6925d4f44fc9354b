import type { PluginDescriptor } from '../descriptor.ts';
import { StaticFirst } from '../manifests/static-first.ts';
import { MutatingWebhooks } from '../webhooks/mutating-webhooks.ts';
import { allWebhookParts, webhookFlags } from '../webhooks/webhook-parts.ts';

const sort = {
  type: 'admit',
  resource: 'mutatingwebhookconfigurations',
  kind: 'MutatingWebhookConfiguration',
} as const;

/** Calls webhooks that may change the object of a write. */
export const mutatingAdmissionWebhook: PluginDescriptor = {
  name: 'MutatingAdmissionWebhook',
  onByDefault: true,
  flags: webhookFlags,
  async create(given) {
    const { stored, inFiles } = await allWebhookParts(given, sort);
    const plugin = new MutatingWebhooks(stored, given.dialect.api);
    return inFiles === undefined
      ? plugin
      : new StaticFirst(new MutatingWebhooks(inFiles, given.dialect.api), plugin);
  },
};
