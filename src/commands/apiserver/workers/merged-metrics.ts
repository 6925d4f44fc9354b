import type { Registry } from 'prom-client';
import { countsOf, type MetricList, mergedCounts, mergedText } from '../../../server/metrics/merge.ts';
import type { MetricsPage } from '../../../server/routing/non-resources.ts';
import type { OtherWorkers } from './group.ts';
import type { SupervisorState, WorkerResponse } from './messages.ts';

/** The metrics of a server with workers, whichever of them is asked. */
export class MergedMetrics implements MetricsPage {
  readonly #registry: Registry;
  readonly #others: OtherWorkers;

  constructor(registry: Registry, others: OtherWorkers) {
    this.#registry = registry;
    this.#others = others;
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  async text(): Promise<string> {
    const [own, { answers, supervisor }] = await Promise.all([
      this.#registry.getMetricsAsJSON(),
      this.#others.ask({ about: 'metrics' }),
    ]);
    // A client that has seen a count must not see a lower one.
    await this.#others.leaveCounts(JSON.stringify(own));
    const past = await this.#pastOf(supervisor);
    return mergedText([own, ...answers.map(read), past, ofSupervisor(supervisor)]);
  }

  async reset(): Promise<void> {
    this.#registry.resetMetrics();
    await this.#others.ask({ about: 'reset-metrics' });
  }

  /** Summed up only once, however many workers have ended. */
  async #pastOf(supervisor: SupervisorState): Promise<MetricList> {
    const { past } = supervisor;
    if (past.length <= 1) return past.flatMap((counts) => countsOf(read(counts)));
    const sum = await mergedCounts(past.map(read));
    this.#others.sumUp(JSON.stringify(sum), supervisor);
    return sum;
  }
}

const read = (answer: WorkerResponse): MetricList => JSON.parse(answer) as MetricList;

/** Under the names that the same figures of workers have, and two of its own. */
function ofSupervisor(supervisor: SupervisorState): MetricList {
  const { workers, replaced, residentBytes, cpuSeconds, startedAt } = supervisor;
  const one = (value: number) => [{ value, labels: {} }];
  const states = Object.entries(workers).map(([state, value]) => ({ value, labels: { state } }));
  const metrics = [
    {
      name: 'process_resident_memory_bytes',
      type: 'gauge',
      help: 'Resident memory.',
      values: one(residentBytes),
    },
    { name: 'process_start_time_seconds', type: 'gauge', help: 'Start time.', values: one(startedAt) },
    { name: 'process_cpu_seconds_total', type: 'counter', help: 'CPU time.', values: one(cpuSeconds) },
    {
      name: 'apiserver_workers',
      type: 'gauge',
      help: 'Workers of this server, by their state.',
      values: states,
    },
    {
      name: 'apiserver_workers_replaced_total',
      type: 'counter',
      help: 'Workers that ended by themselves or were killed, and were replaced.',
      values: one(replaced),
    },
  ];
  return metrics as unknown as MetricList;
}
