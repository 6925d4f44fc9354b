import type { Clock } from '../util/clock.ts';
import { Kubeconfig } from './kubeconfig.ts';
import type { RetryDependencies } from './retry.ts';
import { Transport } from './transport.ts';
import { reviewBackoff, WebhookCaller } from './webhook.ts';

export interface KubeconfigWebhookOptions {
  path: string;
  userAgent: string;
  clock: Clock;
  /** Lets go of the connections. */
  resources: DisposableStack;
  retry: RetryDependencies;
}

/** Milliseconds for one try of a webhook whose configuration has no place to say it. */
const callTimeout = 30_000;

/** The webhook of a client configuration's current context. Throws a start-up error. */
export function webhookFromKubeconfig({
  path,
  userAgent,
  clock,
  resources,
  retry,
}: KubeconfigWebhookOptions): WebhookCaller {
  const { cluster, user } = Kubeconfig.read(path, clock).current();
  const transport = resources.use(new Transport({ ...cluster, identity: user.identity }));
  const { authorization } = user;
  const target = { url: cluster.server, transport, authorization, userAgent, timeout: callTimeout };
  return new WebhookCaller(target, { ...retry, backoff: reviewBackoff });
}
