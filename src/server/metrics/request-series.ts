import type { Registry } from 'prom-client';
import { Buckets, type Labels, liveMetric } from '../../util/metrics/live-metric.ts';
import { isLongRunning } from '../filters/filter.ts';
import type { RequestState } from '../request-state.ts';

const durationBounds = [
  0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
];
const sizeBounds = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];

/** Requests that are counted under the same labels. */
class Series {
  readonly labels: Labels;
  readonly dryRun: string;
  readonly codes = new Map<number, number>();
  /** Watches last as long as their clients like: how long says nothing. */
  readonly durations: Buckets | undefined;
  readonly sizes: Buckets | undefined;

  constructor(labels: Labels, dryRun: string) {
    const { verb } = labels;
    this.labels = labels;
    this.dryRun = dryRun;
    this.durations = verb === 'WATCH' ? undefined : new Buckets(durationBounds);
    this.sizes = verb === 'GET' || verb === 'LIST' ? new Buckets(sizeBounds) : undefined;
  }

  done(code: number, seconds: number, bytes: number): void {
    this.codes.set(code, (this.codes.get(code) ?? 0) + 1);
    this.durations?.add(seconds);
    this.sizes?.add(bytes);
  }
}

/** Of a request that is about no resource, the verb is the client's own word. */
const verbs: ReadonlyMap<string, string> = new Map([
  ['get', 'GET'],
  ['list', 'LIST'],
  ['watch', 'WATCH'],
  ['create', 'POST'],
  ['post', 'POST'],
  ['update', 'PUT'],
  ['put', 'PUT'],
  ['patch', 'PATCH'],
  ['delete', 'DELETE'],
  ['deletecollection', 'DELETECOLLECTION'],
  ['head', 'GET'],
]);

/** Connections, and logs with them, are counted as such, whatever their method. */
function verbOf({ info, served }: Pick<RequestState, 'info' | 'served'>): string {
  if (served !== undefined && info.verb !== 'watch' && isLongRunning(info)) return 'CONNECT';
  return verbs.get(info.verb) ?? 'other';
}

/** Labels take their values from the definitions, never from clients, who could invent as many as they like. */
export function requestLabels({ info, served }: RequestState): Labels {
  const verb = verbOf({ info, served });
  const component = 'apiserver';
  if (served === undefined) {
    return { verb, group: '', version: '', resource: '', subresource: '', scope: '', component };
  }
  const { group, version, plural } = served.definition;
  const { subresource } = info;
  const scope = info.name !== '' ? 'resource' : info.namespace !== '' ? 'namespace' : 'cluster';
  return { verb, group, version, resource: plural, subresource, scope, component };
}

/** The series of a request, found by one look-up in a map. */
export class RequestSeries {
  readonly #series = new Map<string, Series>();

  register(registry: Registry): void {
    const all = () => [...this.#series.values()];
    const metrics = [
      liveMetric('apiserver_request_total', 'counter', 'Requests that were answered.', () =>
        all().flatMap(({ labels, dryRun, codes }) =>
          [...codes].map(([code, value]) => ({ labels: { ...labels, dry_run: dryRun, code }, value })),
        ),
      ),
      liveMetric(
        'apiserver_request_duration_seconds',
        'histogram',
        'Time from a request to the end of its answer.',
        (name) =>
          all().flatMap(
            ({ labels, dryRun, durations }) => durations?.values(name, { ...labels, dry_run: dryRun }) ?? [],
          ),
      ),
      liveMetric('apiserver_response_sizes', 'histogram', 'Bytes of answers to reads.', (name) =>
        all().flatMap(({ labels, sizes }) => sizes?.values(name, labels) ?? []),
      ),
    ];
    for (const one of metrics) registry.registerMetric(one as never);
  }

  /** `dryRun`: All, invalid or nothing. */
  done(state: RequestState, code: number, dryRun: string, seconds: number, bytes: number): void {
    this.#of(state, dryRun).done(code, seconds, bytes);
  }

  #of(state: RequestState, dryRun: string): Series {
    const { info, served } = state;
    const what =
      served === undefined
        ? ''
        : `${served.apiVersion}/${served.definition.plural}/${info.subresource}/${info.name === '' ? info.namespace === '' : 'named'}`;
    const key = `${verbOf(state)} ${dryRun} ${what}`;
    let series = this.#series.get(key);
    if (series === undefined) this.#series.set(key, (series = new Series(requestLabels(state), dryRun)));
    return series;
  }
}
