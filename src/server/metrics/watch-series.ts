import { Counter, Gauge, type Registry } from 'prom-client';
import { isReleasedBy } from '../../api/meta/release.ts';
import type { RequestInfo } from '../../api/request/request-info.ts';
import { Buckets, type Labels, liveMetric } from '../../util/metrics/live-metric.ts';
import { scopeOf } from './request-series.ts';

/** 1 KiB, twice that, and so on up to 128 KiB. */
const sizeBounds = Array.from({ length: 8 }, (_, power) => 1_024 * 2 ** power);

const listBounds = [0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 2, 4, 6, 8, 10, 15, 20, 30, 45, 60];

export interface WatchedKind {
  group: string;
  version: string;
  kind: string;
  plural: string;
}

/** From this release on events are counted by resource type, and not by kind. */
const resourcesSince = '1.36';

/** Watches, and the events that are sent to them. */
export class WatchSeries {
  #watchers: Gauge<string> | undefined;
  #terminated: Counter<string> | undefined;
  readonly #sent = new Map<string, { labels: Labels; events: number; sizes: Buckets }>();
  readonly #lists = new Map<string, { labels: Labels; durations: Buckets }>();
  readonly #hasResources: boolean;

  constructor(release: string) {
    this.#hasResources = isReleasedBy(resourcesSince, release);
  }

  register(registry: Registry): void {
    const registers = [registry];
    const labelNames = ['group', 'version', 'kind'];
    this.#watchers = new Gauge({
      name: 'apiserver_registered_watchers',
      help: 'Watches that are open.',
      labelNames,
      registers,
    });
    this.#terminated = new Counter({
      name: 'apiserver_terminated_watchers_total',
      help: 'Watches that were ended because their clients were too slow, by resource type.',
      labelNames: ['resource'],
      registers,
    });
    const all = () => [...this.#sent.values()];
    const metrics = [
      liveMetric('apiserver_watch_events_total', 'counter', 'Events sent to watches.', () =>
        all().map(({ labels, events }) => ({ labels, value: events })),
      ),
      liveMetric('apiserver_watch_events_sizes', 'histogram', 'Bytes of events sent to watches.', (name) =>
        all().flatMap(({ labels, sizes }) => sizes.values(name, labels)),
      ),
    ];
    metrics.push(
      liveMetric(
        'apiserver_watch_list_duration_seconds',
        'histogram',
        'Time from the request for a watch until it had sent all that there is.',
        (name) =>
          [...this.#lists.values()].flatMap(({ labels, durations }) => durations.values(name, labels)),
      ),
    );
    for (const one of metrics) registry.registerMetric(one as never);
  }

  open({ group, version, kind }: WatchedKind, change: 1 | -1): void {
    this.#watchers?.inc({ group, version, kind }, change);
  }

  /** `milliseconds`: until a watch had sent all that there is. */
  listed({ group, version, plural }: WatchedKind, info: RequestInfo, milliseconds: number): void {
    const scope = scopeOf(info);
    const key = `${group}/${version}/${plural} ${scope}`;
    let known = this.#lists.get(key);
    if (known === undefined) {
      known = { labels: { group, version, resource: plural, scope }, durations: new Buckets(listBounds) };
      this.#lists.set(key, known);
    }
    known.durations.add(milliseconds / 1_000);
  }

  terminated(resource: string): void {
    this.#terminated?.inc({ resource });
  }

  /** Events go out together: each counts as one of their mean size. */
  sent({ group, version, kind, plural }: WatchedKind, events: number, bytes: number): void {
    const key = `${group}/${version}/${kind}`;
    let known = this.#sent.get(key);
    if (known === undefined) {
      const what: Labels = this.#hasResources ? { resource: plural } : { kind };
      known = { labels: { group, version, ...what }, events: 0, sizes: new Buckets(sizeBounds) };
      this.#sent.set(key, known);
    }
    known.events += events;
    known.sizes.add(bytes / events, events);
  }
}
