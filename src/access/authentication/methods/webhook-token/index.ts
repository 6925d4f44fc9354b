import { systemPause } from '../../../../client/retry.ts';
import { webhookFromKubeconfig } from '../../../../client/webhook-from-kubeconfig.ts';
import { goQuote } from '../../../../util/quote.ts';
import { systemRandom } from '../../../../util/random.ts';
import type { TokenAuthenticator } from '../../authenticator.ts';
import type { AuthenticationMethod } from '../../method.ts';
import { apiAudiences } from '../../tokens/settings.ts';
import { WebhookTokenAuthenticator } from './authenticator.ts';

const prefix = 'authentication-token-webhook';

export const webhookToken: AuthenticationMethod<TokenAuthenticator> = {
  name: 'webhook-token',
  flags: [
    {
      name: `${prefix}-config-file`,
      type: 'text',
      value: 'file',
      description: 'client configuration of the webhook that is asked whose bearer tokens are',
    },
    {
      name: `${prefix}-cache-ttl`,
      type: 'duration',
      value: 'duration',
      description: 'how long the decisions of the token webhook are remembered',
      default: '2m',
    },
    {
      name: `${prefix}-version`,
      type: 'text',
      value: 'version',
      description: 'version of the TokenReview that the token webhook is sent: v1 or v1beta1',
      default: 'v1beta1',
    },
  ],
  create: async (flags, { clock, dialect, resources, report, tokenCache }) => {
    const path = flags.text(`${prefix}-config-file`);
    if (path === undefined || path === '') return undefined;
    const version = flags.text(`${prefix}-version`)!;
    if (version !== 'v1' && version !== 'v1beta1') {
      const known = 'supported versions are "v1", "v1beta1"';
      throw new Error(`unsupported authentication webhook version ${goQuote(version)}, ${known}`);
    }
    const retry = { random: systemRandom, pause: systemPause };
    const userAgent = `${dialect.prefix}-apiserver`;
    return new WebhookTokenAuthenticator({
      caller: webhookFromKubeconfig({ path, userAgent, clock, resources, retry }),
      apiVersion: `authentication.${dialect.api}/${version}`,
      audiences: apiAudiences(flags, dialect),
      cacheTtl: flags.duration(`${prefix}-cache-ttl`),
      clock,
      observer: tokenCache,
      report,
    });
  },
};
