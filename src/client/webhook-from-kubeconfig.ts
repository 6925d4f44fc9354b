import type { Clock } from '../util/clock.ts';
import { durationMs } from '../util/duration.ts';
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
  /** Duration of one try, which the webhook is told in its URL: `3s`. */
  timeout?: string;
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
  timeout,
}: KubeconfigWebhookOptions): WebhookCaller {
  const { cluster, user } = Kubeconfig.read(path, clock).current();
  const transport = resources.use(new Transport({ ...cluster, identity: user.identity }));
  const { authorization } = user;
  const target = {
    url: timeout === undefined ? cluster.server : withTimeout(cluster.server, timeout),
    transport,
    authorization,
    userAgent,
    timeout: timeout === undefined ? callTimeout : durationMs(timeout),
  };
  return new WebhookCaller(target, { ...retry, backoff: reviewBackoff });
}

function withTimeout(server: string, timeout: string): string {
  const url = new URL(server);
  url.searchParams.set('timeout', timeout);
  return url.toString();
}
