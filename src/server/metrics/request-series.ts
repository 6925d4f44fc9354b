import type { Registry } from 'prom-client';
import { isReleasedBy } from '../../api/meta/release.ts';
import { isLongRunning } from '../../api/request/request-info.ts';
import { Buckets, type Labels, liveMetric } from '../../util/metrics/live-metric.ts';
import type { RequestState } from '../request-state.ts';
import { requestBounds } from './bounds.ts';

const sizeBounds = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];

/** Requests that are counted under the same labels. */
class Series {
  readonly labels: Labels;
  readonly dryRun: string;
  readonly codes = new Map<number, number>();
  /** Watches last as long as their clients like: how long says nothing. */
  readonly durations: Buckets | undefined;
  readonly sizes: Buckets | undefined;
  /** Durations of what the server itself does; undefined where they do not count. */
  readonly levels: Buckets | undefined;

  constructor(labels: Labels, dryRun: string, bounds: readonly number[], levels: Buckets | undefined) {
    const { verb } = labels;
    this.labels = labels;
    this.dryRun = dryRun;
    this.durations = verb === 'WATCH' ? undefined : new Buckets(bounds);
    this.levels = levels;
    this.sizes = verb === 'GET' || verb === 'LIST' ? new Buckets(sizeBounds) : undefined;
  }

  /** `ofOthers`: the seconds in which it waited for others. */
  done(code: number, seconds: number, ofOthers: number, bytes: number): void {
    this.codes.set(code, (this.codes.get(code) ?? 0) + 1);
    this.durations?.add(seconds);
    this.levels?.add(Math.max(0, seconds - ofOthers));
    this.sizes?.add(bytes);
  }
}

/** Labels of verbs. The verb of a request that is about no resource is the client's own word. */
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
function verbOf({ info, served, applies }: Pick<RequestState, 'info' | 'served' | 'applies'>): string {
  if (applies) return 'APPLY';
  if (served !== undefined && info.verb !== 'watch' && isLongRunning(info)) return 'CONNECT';
  return verbs.get(info.verb) ?? 'other';
}

/** Labels take their values from the definitions, never from clients, who could invent as many as they like. */
export function requestLabels(state: RequestState): Labels {
  const { info, served } = state;
  const verb = verbOf(state);
  const component = 'apiserver';
  if (served === undefined) {
    return { verb, group: '', version: '', resource: '', subresource: '', scope: '', component };
  }
  const { group, version, plural } = served.definition;
  const { subresource } = info;
  return { verb, group, version, resource: plural, subresource, scope: scopeOf(info), component };
}

/** A create is about one object, although its path does not name it. */
export function scopeOf({ verb, name, namespace }: RequestState['info']): string {
  if (name !== '' || verb === 'create') return 'resource';
  return namespace !== '' ? 'namespace' : 'cluster';
}

/** The durations of what the server itself does, as a release counts them. */
interface LevelRules {
  /** Whether the time is left out for which a request waits for seats. */
  readonly withoutWaits: boolean;
  readonly withoutDryRuns: boolean;
}

const levelRules = (release: string): LevelRules => ({
  withoutWaits: isReleasedBy('1.27', release),
  withoutDryRuns: isReleasedBy('1.35', release),
});

/** The series of a request, found by one look-up in a map. */
export class RequestSeries {
  readonly #series = new Map<string, Series>();
  readonly #levels = new Map<string, { labels: Labels; durations: Buckets }>();
  readonly #bounds: readonly number[];
  readonly #rules: LevelRules;

  /** `bounds`: of durations. `release`: which is served, `1.23`. */
  constructor(bounds: readonly number[], release: string) {
    this.#bounds = bounds;
    this.#rules = levelRules(release);
  }

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
      ...['apiserver_request_slo_duration_seconds', 'apiserver_request_sli_duration_seconds'].map((metric) =>
        liveMetric(metric, 'histogram', 'Time that the server itself takes: without webhooks.', (name) =>
          [...this.#levels.values()].flatMap(({ labels, durations }) => durations.values(name, labels)),
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
    const { webhooks, flowControl } = state.trace.times;
    const ofOthers = webhooks + (this.#rules.withoutWaits ? flowControl : 0);
    this.#of(state, dryRun).done(code, seconds, ofOthers / 1_000, bytes);
  }

  #of(state: RequestState, dryRun: string): Series {
    const { info, served } = state;
    const what =
      served === undefined
        ? ''
        : `${served.apiVersion}/${served.definition.plural}/${info.subresource}/${info.name === '' ? info.namespace === '' : 'named'}`;
    const key = `${verbOf(state)} ${dryRun} ${what}`;
    let series = this.#series.get(key);
    if (series !== undefined) return series;
    const labels = requestLabels(state);
    const counts = labels['verb'] !== 'WATCH' && !(this.#rules.withoutDryRuns && dryRun !== '');
    const levels = counts ? this.#levelsOf(`${labels['verb']} ${what}`, labels) : undefined;
    series = new Series(labels, dryRun, this.#bounds, levels);
    this.#series.set(key, series);
    return series;
  }

  #levelsOf(key: string, labels: Labels): Buckets {
    let known = this.#levels.get(key);
    if (known === undefined) {
      known = { labels, durations: new Buckets(requestBounds) };
      this.#levels.set(key, known);
    }
    return known.durations;
  }
}
