import { Counter, Gauge, type Registry } from 'prom-client';
import type { InFlightObserver, RequestClass } from '../in-flight/in-flight-seats.ts';
import type { FlowSamples } from './flow-samples.ts';
import { PeakGauge } from './peak-gauge.ts';

type PerClass = Readonly<Record<RequestClass, PeakGauge>>;

/** Requests that are worked on, wait or were refused, by whether they read or write. */
export class InFlightSeries implements InFlightObserver {
  readonly #working: PerClass;
  readonly #waiting: PerClass;
  readonly #samples: FlowSamples;
  #dropped: Counter<string> | undefined;

  /** `now`: milliseconds of a monotonic clock. */
  constructor(now: () => number, samples: FlowSamples) {
    const perClass = () => ({ readOnly: new PeakGauge(now), mutating: new PeakGauge(now) });
    this.#working = perClass();
    this.#waiting = perClass();
    this.#samples = samples;
  }

  register(registry: Registry): void {
    const gauge = (name: string, help: string, values: PerClass): void => {
      new Gauge({
        name,
        help,
        labelNames: ['request_kind'],
        registers: [registry],
        collect() {
          for (const [request_kind, { peak }] of Object.entries(values)) this.set({ request_kind }, peak);
        },
      });
    };
    gauge(
      'apiserver_current_inflight_requests',
      'Requests being worked on: the most of the past second.',
      this.#working,
    );
    gauge(
      'apiserver_current_inqueue_requests',
      'Requests that wait for seats: the most of the past second.',
      this.#waiting,
    );
    this.#dropped = new Counter({
      name: 'apiserver_dropped_requests_total',
      help: 'Requests refused because there were too many.',
      labelNames: ['request_kind'],
      registers: [registry],
    });
  }

  inFlight(kind: RequestClass, change: 1 | -1): void {
    this.#working[kind].add(change);
    this.#samples.kind(kind, 'executing', change);
  }

  inQueue(kind: RequestClass, change: 1 | -1): void {
    this.#waiting[kind].add(change);
    this.#samples.kind(kind, 'waiting', change);
  }

  dropped(kind: RequestClass): void {
    this.#dropped?.inc({ request_kind: kind });
  }
}
