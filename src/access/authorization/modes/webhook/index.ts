import { systemPause } from '../../../../client/retry.ts';
import { webhookFromKubeconfig } from '../../../../client/webhook-from-kubeconfig.ts';
import { goQuote } from '../../../../util/quote.ts';
import { systemRandom } from '../../../../util/random.ts';
import type { AuthorizationMode } from '../../mode.ts';
import { WebhookAuthorizer } from './authorizer.ts';

const prefix = 'authorization-webhook';

export const webhook: AuthorizationMode = {
  name: 'Webhook',
  flags: [
    {
      name: `${prefix}-config-file`,
      type: 'text',
      value: 'file',
      description: 'client configuration of the webhook that is asked what is allowed, in mode Webhook',
    },
    {
      name: `${prefix}-cache-authorized-ttl`,
      type: 'duration',
      value: 'duration',
      description: 'how long it is remembered that the authorization webhook allowed something',
      default: '5m',
    },
    {
      name: `${prefix}-cache-unauthorized-ttl`,
      type: 'duration',
      value: 'duration',
      description: 'how long it is remembered that the authorization webhook did not allow something',
      default: '30s',
    },
    {
      name: `${prefix}-version`,
      type: 'text',
      value: 'version',
      description: 'version of the SubjectAccessReview that the authorization webhook is sent: v1 or v1beta1',
      default: 'v1beta1',
    },
  ],
  file: { flag: `${prefix}-config-file`, title: 'config' },
  create: async (flags, { clock, dialect, gates, resources, report }) => {
    const path = flags.text(`${prefix}-config-file`)!;
    const version = flags.text(`${prefix}-version`)!;
    if (version !== 'v1' && version !== 'v1beta1') {
      const known = 'supported versions are "v1", "v1beta1"';
      throw new Error(`unsupported webhook authorizer version ${goQuote(version)}, ${known}`);
    }
    const retry = { random: systemRandom, pause: systemPause };
    const userAgent = `${dialect.prefix}-apiserver`;
    return new WebhookAuthorizer({
      caller: webhookFromKubeconfig({ path, userAgent, clock, resources, retry }),
      group: `authorization.${dialect.api}`,
      version,
      authorizedTtl: flags.duration(`${prefix}-cache-authorized-ttl`),
      unauthorizedTtl: flags.duration(`${prefix}-cache-unauthorized-ttl`),
      writesNoTime: !gates.isIn('1.34'),
      clock,
      report,
    });
  },
};
