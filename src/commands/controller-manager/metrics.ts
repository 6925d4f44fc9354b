import { Gauge, Registry } from 'prom-client';
import type { Dialect } from '../../api/meta/dialect.ts';
import { ExecSeries } from '../../client/metrics/exec-series.ts';
import { LeaderSeries } from '../../client/metrics/leader-series.ts';
import { RequestSeries } from '../../client/metrics/request-series.ts';
import { monotonicClock, systemClock } from '../../util/clock.ts';
import { registerBuildInfo } from '../../util/metrics/build-info.ts';
import { ProcessSeries } from '../../util/metrics/process-series.ts';
import { QueueSeries } from '../../util/metrics/queue-series.ts';
import { SyncSeries } from '../../util/metrics/sync-series.ts';
import { productRelease, versionDocument } from '../version.ts';
import type { Page } from './serving.ts';

/** Never set by anybody; dashboards that ask for them find 0. */
const rateLimiterUses = [
  ...['namespace_controller', 'serviceaccount_controller', 'serviceaccount_tokens_controller'],
  ...['root_ca_cert_publisher', 'bootstrap_signer', 'token_cleaner', 'resource_quota_controller'],
].map((owner) => `${owner}_rate_limiter_use`);

/** The series of the manager. */
export class ManagerMetrics {
  readonly queues = new QueueSeries(monotonicClock);
  readonly syncs = new SyncSeries(monotonicClock);
  readonly requests = new RequestSeries(productRelease);
  readonly programs = new ExecSeries(systemClock);
  readonly elections = new LeaderSeries();
  readonly #registry = new Registry();

  constructor({ service }: Dialect) {
    const register = this.#registry;
    const ofThis = [this.queues, this.syncs, this.requests, this.programs, this.elections];
    for (const series of [new ProcessSeries(), ...ofThis]) series.register(register);
    const gauge = (name: string, help: string, labelNames: string[] = []): Gauge =>
      new Gauge({ name, help, labelNames, registers: [register] });
    for (const name of rateLimiterUses) gauge(name, 'Always 0.').set(0);
    registerBuildInfo(register, service, versionDocument(productRelease));
  }

  readonly page = async (): Promise<Page> => ({
    contentType: this.#registry.contentType,
    text: await this.#registry.metrics(),
  });
}
