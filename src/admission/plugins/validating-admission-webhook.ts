import type { PluginDescriptor } from '../descriptor.ts';
import { StaticFirst } from '../manifests/static-first.ts';
import { ValidatingWebhooks } from '../webhooks/validating-webhooks.ts';
import { allWebhookParts } from '../webhooks/webhook-parts.ts';

const sort = {
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
  async create(given) {
    const { stored, inFiles } = await allWebhookParts(given, sort);
    const plugin = new ValidatingWebhooks(stored, given.dialect.api);
    return inFiles === undefined
      ? plugin
      : new StaticFirst(new ValidatingWebhooks(inFiles, given.dialect.api), plugin);
  },
};
