import type { RateLimit } from '../../src/client/api/request-pace.ts';
import { TimedClient } from './client.ts';
import { managerToken } from './cluster-objects.ts';
import { serveOrders } from './component.ts';
import { Deployments } from './deployments.ts';
import { Latencies } from './latencies.ts';
import type { Order } from './messages.ts';
import { NodeLifecycle } from './node-lifecycle.ts';
import { Scheduler } from './scheduler.ts';
import { replicasOf } from './settings.ts';

/** The process of the scheduler and the controllers, each with a connection of its own. */

const latencies = new Latencies();
const { signal } = new AbortController();
let deployments: Deployments | undefined;
let scheduler: Scheduler | undefined;
let lifecycle: NodeLifecycle | undefined;

async function handle(order: Order): Promise<void> {
  if (order.kind === 'start-managers') {
    const { profile } = order;
    const client = (name: string, limit: RateLimit): TimedClient =>
      new TimedClient({ server: order.server, token: managerToken, limit }, `scale-${name}`, latencies);
    const { controllerLimit, schedulerLimit } = profile;
    const evictions = client('lifecycle', controllerLimit);
    deployments = new Deployments(
      {
        pods: client('replica-sets', controllerLimit),
        reports: client('deployments', controllerLimit),
        evictions,
      },
      signal,
      profile.deployments,
      replicasOf(profile),
    );
    scheduler = new Scheduler(client('scheduler', schedulerLimit), signal);
    lifecycle = new NodeLifecycle(evictions, signal, (lost) => void deployments!.evict(lost));
    await Promise.all([deployments.start(), scheduler.start(), lifecycle.start()]);
  } else if (order.kind === 'churn') {
    await deployments!.churn(order.perSecond, AbortSignal.timeout(order.seconds * 1_000));
  } else if (order.kind === 'roll') deployments!.roll(order.pods);
}

serveOrders(latencies, handle, () => ({
  relists: [deployments, scheduler, lifecycle].reduce((sum, one) => sum + (one?.relists ?? 0), 0),
  missing: deployments?.missing ?? 0,
  lost: lifecycle?.lost ?? 0,
}));
