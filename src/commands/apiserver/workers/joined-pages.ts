import type { Logger } from 'pino';
import type { Metrics } from '../../../server/metrics/metrics.ts';
import { type Elsewhere, type HealthCheck, HealthHandler } from '../../../server/routing/health.ts';
import type { MetricsPage } from '../../../server/routing/non-resources.ts';
import type { OtherWorkers, WorkerGroup } from './group.ts';
import { MergedMetrics } from './merged-metrics.ts';
import type { WorkerRequest, WorkerResponse } from './messages.ts';

interface PageDependencies {
  group: WorkerGroup;
  /** By endpoint. */
  checks: Readonly<Record<string, readonly HealthCheck[]>>;
  metrics: Metrics;
  log: Logger;
}

/** Health and metrics of the whole server, whichever worker is asked; and what this worker answers when it is another. */
export function joinedPages(dependencies: PageDependencies): {
  health: HealthHandler;
  metricsPage: MetricsPage;
} {
  const { group, metrics } = dependencies;
  const { others } = group;
  const health = healthOf(dependencies);
  group.answerWith((question) => answer(question, health, metrics));
  const metricsPage = others === undefined ? metrics : new MergedMetrics(metrics.registry, others);
  return { health, metricsPage };
}

function healthOf({ group, checks, metrics, log }: PageDependencies): HealthHandler {
  const { others } = group;
  const endpoints = Object.entries(checks).map(([name, ofEndpoint]) => ({
    name,
    checks: others === undefined || name === 'livez' ? ofEndpoint : [...ofEndpoint, workersCheck(group)],
  }));
  const observed = (endpoint: string, check: string, isWell: boolean): void =>
    metrics.health.checked(endpoint, check, isWell);
  const reported = (endpoint: string, check: string, error: Error | undefined): void => {
    if (error === undefined) log.info(`${endpoint}: ${check} is well again`);
    else log.warn(`${endpoint}: ${check} failed: ${error.message}`);
  };
  return new HealthHandler(
    endpoints,
    { observed, reported },
    others === undefined ? undefined : elsewhere(others),
  );
}

/** At the start of the server. Later one worker less is no reason to send clients elsewhere: others have its share. */
const workersCheck = (group: WorkerGroup): HealthCheck => ({
  name: 'workers',
  check: () => {
    if (!group.isComplete) throw new Error('not all workers are ready');
  },
});

function elsewhere(others: OtherWorkers): Elsewhere {
  return async (endpoint) => {
    const { answers } = await others.ask({ about: 'health', endpoint });
    return new Map(answers.flatMap((answer) => JSON.parse(answer) as [string, string][]));
  };
}

async function answer(
  question: WorkerRequest,
  health: HealthHandler,
  { registry }: Metrics,
): Promise<WorkerResponse> {
  switch (question.about) {
    case 'metrics':
      return JSON.stringify(await registry.getMetricsAsJSON());
    case 'reset-metrics':
      registry.resetMetrics();
      return '';
    case 'health':
      return JSON.stringify([...(await health.failures(question.endpoint))]);
  }
}
