import { readFileSync } from 'node:fs';
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { collectDefaultMetrics, type Registry } from 'prom-client';
import { CollectionPauses, kindValues } from './collection-pauses.ts';
import { Buckets, liveMetric, type Value } from './live-metric.ts';

const collections = 'nodejs_gc_duration_seconds';
const collectionBounds = [0.001, 0.01, 0.1, 1, 2, 5];
const kinds: ReadonlyMap<number, string> = new Map([
  [constants.NODE_PERFORMANCE_GC_MAJOR, 'major'],
  [constants.NODE_PERFORMANCE_GC_MINOR, 'minor'],
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL, 'incremental'],
  [constants.NODE_PERFORMANCE_GC_WEAKCB, 'weakcb'],
]);
/** Value by which Prometheus' own client says that there is no limit. */
const unlimited = 2 ** 64;

/** Metrics of this process: processor, memory, files, collections of garbage, delays of its event loop. */
export class ProcessSeries {
  readonly #pauses = new CollectionPauses();
  readonly #durations = new Map<string, Buckets>();
  /** Time at which the last collection ended, in seconds since 1970; 0 before the first one. */
  #lastCollection = 0;

  register(registry: Registry): void {
    collectDefaultMetrics({ register: registry });
    // Of collections that are reported together the library counts the first one only.
    registry.removeSingleMetric(collections);
    for (const [name, type, help, values] of this.#metrics())
      registry.registerMetric(liveMetric(name, type, help, values) as never);
    this.#observeCollections();
  }

  #observeCollections(): void {
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { kind } = (entry as unknown as { detail: { kind: number } }).detail;
        this.collected(kinds.get(kind) ?? 'other', entry.duration / 1_000, entry.startTime + entry.duration);
      }
    });
    observer.observe({ entryTypes: ['gc'] });
  }

  /** `endedAt`: milliseconds since the process began. */
  collected(kind: string, seconds: number, endedAt: number): void {
    let durations = this.#durations.get(kind);
    if (durations === undefined) this.#durations.set(kind, (durations = new Buckets(collectionBounds)));
    durations.add(seconds);
    this.#pauses.add(seconds);
    this.#lastCollection = (performance.timeOrigin + endedAt) / 1_000;
  }

  #metrics(): readonly (readonly [string, string, string, (name: string) => Value[]])[] {
    const one = (read: () => number | undefined) => (): Value[] => {
      const value = read();
      return value === undefined ? [] : [{ labels: {}, value }];
    };
    return [
      [
        collections,
        'histogram',
        'Pauses by garbage collection.',
        (name) => kindValues(this.#durations, name),
      ],
      [
        ...(['go_gc_duration_seconds', 'summary', 'Pauses by garbage collection, of the last 256.'] as const),
        (name) => this.#pauses.values(name),
      ],
      [
        ...([
          'go_memstats_last_gc_time_seconds',
          'gauge',
          'When the last garbage collection ended.',
        ] as const),
        one(() => this.#lastCollection),
      ],
      ...['go_memstats_alloc_bytes', 'go_memstats_heap_alloc_bytes'].map(
        (name) =>
          [
            name,
            'gauge',
            'Bytes of objects in the heap.',
            one(() => getHeapStatistics().used_heap_size),
          ] as const,
      ),
      [
        ...(['go_memstats_heap_sys_bytes', 'gauge', 'Bytes that the heap has from the system.'] as const),
        one(() => getHeapStatistics().total_heap_size),
      ],
      ['go_threads', 'gauge', 'Threads of the process.', one(threads)],
      [
        ...([
          'process_virtual_memory_max_bytes',
          'gauge',
          'Virtual memory that the process may have.',
        ] as const),
        one(addressSpace),
      ],
      [
        ...(['process_network_receive_bytes_total', 'counter', 'Bytes received over the network.'] as const),
        one(() => octets('InOctets')),
      ],
      [
        ...(['process_network_transmit_bytes_total', 'counter', 'Bytes sent over the network.'] as const),
        one(() => octets('OutOctets')),
      ],
    ];
  }
}

/** Undefined on systems that do not tell. */
function threads(): number | undefined {
  return numberIn('/proc/self/status', /^Threads:\s+(\d+)$/m);
}

function addressSpace(): number | undefined {
  return numberIn('/proc/self/limits', /^Max address space\s+(\d+|unlimited)/m);
}

/** A figure of the network in which the process is, of all interfaces. */
function octets(name: string): number | undefined {
  try {
    const lines = readFileSync('/proc/self/net/netstat', 'utf8').split('\n');
    const [names, values] = lines.filter((line) => line.startsWith('IpExt:')).map((line) => line.split(' '));
    const at = names?.indexOf(name) ?? -1;
    return at === -1 ? undefined : Number(values?.[at]);
  } catch {
    return undefined;
  }
}

function numberIn(file: string, pattern: RegExp): number | undefined {
  try {
    const found = pattern.exec(readFileSync(file, 'utf8'))?.[1];
    if (found === undefined) return undefined;
    return found === 'unlimited' ? unlimited : Number(found);
  } catch {
    return undefined;
  }
}
