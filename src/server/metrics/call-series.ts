import type { Registry } from 'prom-client';
import type { CallObserver } from '../../storage/call-observer.ts';
import { type Labels, liveMetric, type Value } from '../../util/metrics/live-metric.ts';

/** Calls of one method. */
class Calls {
  readonly labels: Labels;
  readonly counts = { started: 0, sent: 0, received: 0 };
  readonly endings = new Map<string, number>();

  constructor(path: string, isStream: boolean) {
    const [, grpc_service = '', grpc_method = ''] = path.split('/');
    this.labels = { grpc_service, grpc_method, grpc_type: isStream ? 'bidi_stream' : 'unary' };
  }
}

/** Calls to the store, where that is an etcd cluster. */
export class CallSeries implements CallObserver {
  /** By path: a method is a stream or it is not. */
  readonly #calls = new Map<string, Calls>();

  register(registry: Registry): void {
    const add = (name: string, help: string, values: (calls: Calls) => Value[]): void =>
      registry.registerMetric(
        liveMetric(`grpc_client_${name}_total`, 'counter', help, () =>
          [...this.#calls.values()].flatMap(values),
        ) as never,
      );
    for (const [name, field, help] of [
      ['started', 'started', 'Calls to the store that were begun.'],
      ['msg_sent', 'sent', 'Messages that were sent to the store.'],
      ['msg_received', 'received', 'Messages that came from the store.'],
    ] as const)
      add(name, help, ({ labels, counts }) => [{ labels, value: counts[field] }]);
    add('handled', 'Calls to the store that ended, by their status.', ({ labels, endings }) =>
      [...endings].map(([grpc_code, value]) => ({ labels: { ...labels, grpc_code }, value })),
    );
  }

  started(path: string, isStream: boolean): void {
    this.#of(path, isStream).counts.started++;
  }

  ended(path: string, isStream: boolean, codeName: string): void {
    const { endings } = this.#of(path, isStream);
    endings.set(codeName, (endings.get(codeName) ?? 0) + 1);
  }

  sent(path: string, isStream: boolean): void {
    this.#of(path, isStream).counts.sent++;
  }

  received(path: string, isStream: boolean): void {
    this.#of(path, isStream).counts.received++;
  }

  #of(path: string, isStream: boolean): Calls {
    let known = this.#calls.get(path);
    if (known === undefined) this.#calls.set(path, (known = new Calls(path, isStream)));
    return known;
  }
}
