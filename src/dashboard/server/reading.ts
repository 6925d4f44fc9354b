import { type Sample, type Samples, samplesIn } from './metric-text.ts';

/** A histogram: how many values were at most each bound, in the order of the bounds. */
export interface Histogram {
  bounds: readonly number[];
  counts: readonly number[];
}

/** A kind of work, with the times that it took since the start of the server. */
export interface Work {
  name: string;
  count: number;
  /** Seconds. */
  sum: number;
}

/** The metrics of the server at one moment. Counters count since its start. */
export interface Reading {
  /** Milliseconds since 1970. */
  time: number;
  requests: number;
  errors: number;
  latency: Histogram;
  watchers: number;
  inFlight: number;
  queued: number;
  rejected: number;
  cpu: number;
  memory: number;
  storeSize: number;
  objects: readonly { name: string; value: number }[];
  levels: readonly { name: string; executing: number; queued: number; rejected: number }[];
  byRequest: readonly Work[];
  bySteps: readonly Work[];
}

/** Names of metrics. Where one was renamed, the newer name stands first: a server may have both, or one of them. */
const names = {
  requests: 'apiserver_request_total',
  buckets: 'apiserver_request_duration_seconds_bucket',
  requestSum: 'apiserver_request_duration_seconds_sum',
  requestCount: 'apiserver_request_duration_seconds_count',
  watchers: ['apiserver_longrunning_requests', 'apiserver_longrunning_gauge'],
  inFlight: 'apiserver_current_inflight_requests',
  queued: 'apiserver_flowcontrol_current_inqueue_requests',
  executing: 'apiserver_flowcontrol_current_executing_requests',
  rejected: 'apiserver_flowcontrol_rejected_requests_total',
  cpu: 'process_cpu_seconds_total',
  memory: 'process_resident_memory_bytes',
  objects: ['apiserver_storage_objects', 'etcd_object_counts'],
  sizes: [
    'etcd_db_total_size_in_bytes',
    'apiserver_storage_db_total_size_in_bytes',
    'apiserver_storage_size_bytes',
  ],
} as const;

/** Histograms of the steps of requests, and the label that names the step. */
const steps = [
  ['apiserver_request_filter_duration_seconds', 'filter', 'filter'],
  ['apiserver_admission_controller_admission_duration_seconds', 'name', 'admission'],
  ['apiserver_admission_webhook_admission_duration_seconds', 'name', 'webhook'],
  ['etcd_request_duration_seconds', 'operation', 'store'],
  ['apiserver_flowcontrol_request_wait_duration_seconds', 'priority_level', 'wait for'],
] as const;

const all = [...Object.values(names).flat(), ...steps.flatMap(([name]) => [`${name}_sum`, `${name}_count`])];

/** Requests that last as long as the client wants. */
const isLong = ({ labels }: Sample): boolean => /^(WATCH|CONNECT)/.test(labels['verb'] ?? '');

export function readingOf(text: string, time: number): Reading {
  const samples = samplesIn(text, all);
  const of = (name: string): readonly Sample[] => samples.get(name) ?? [];
  const firstOf = ([newer, older]: readonly [string, string]): readonly Sample[] =>
    of(newer).length > 0 ? of(newer) : of(older);
  const total = (name: string): number => sum(of(name));
  const requests = of(names.requests);
  return {
    time,
    requests: sum(requests),
    errors: sum(requests.filter(({ labels }) => labels['code']?.startsWith('5'))),
    latency: histogramOf(of(names.buckets).filter((sample) => !isLong(sample))),
    watchers: sum(firstOf(names.watchers).filter(({ labels }) => labels['verb'] === 'WATCH')),
    inFlight: total(names.inFlight),
    queued: total(names.queued),
    rejected: total(names.rejected),
    cpu: total(names.cpu),
    memory: total(names.memory),
    storeSize: Math.max(...names.sizes.map(total)),
    objects: firstOf(names.objects)
      .map(({ labels, value }) => ({ name: nameOf(labels), value }))
      .sort((a, b) => b.value - a.value),
    levels: levelsOf(samples),
    byRequest: workOf(
      of(names.requestSum).filter((one) => !isLong(one)),
      of(names.requestCount),
      ({ verb = '', resource = '', subresource = '' }) =>
        [verb, [resource, subresource].filter(Boolean).join('/') || 'other paths'].join(' '),
    ),
    bySteps: steps.flatMap(([name, label, kind]) =>
      workOf(of(`${name}_sum`), of(`${name}_count`), (labels) => `${kind} ${labels[label] ?? ''}`),
    ),
  };
}

const sum = (samples: readonly Sample[]): number => samples.reduce((total, { value }) => total + value, 0);

/** Newer servers say the group in a label of its own. */
const nameOf = ({ resource = '', group = '' }: Sample['labels']): string =>
  group === '' ? resource : `${resource}.${group}`;

function histogramOf(buckets: readonly Sample[]): Histogram {
  const counts = new Map<number, number>();
  for (const { labels, value } of buckets) {
    const bound = labels['le'] === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels['le']);
    counts.set(bound, (counts.get(bound) ?? 0) + value);
  }
  const bounds = [...counts.keys()].sort((a, b) => a - b);
  return { bounds, counts: bounds.map((bound) => counts.get(bound)!) };
}

function levelsOf(samples: Samples): Reading['levels'] {
  const levels = new Map<string, { name: string; executing: number; queued: number; rejected: number }>();
  for (const [field, name] of [
    ['executing', names.executing],
    ['queued', names.queued],
    ['rejected', names.rejected],
  ] as const) {
    for (const { labels, value } of samples.get(name) ?? []) {
      const level = labels['priority_level'] ?? '';
      const found = levels.get(level) ?? { name: level, executing: 0, queued: 0, rejected: 0 };
      found[field] += value;
      levels.set(level, found);
    }
  }
  return [...levels.values()];
}

function workOf(
  sums: readonly Sample[],
  counts: readonly Sample[],
  nameFor: (labels: Sample['labels']) => string,
): Work[] {
  const found = new Map<string, Work>();
  const entry = (labels: Sample['labels']): Work => {
    const name = nameFor(labels);
    const work = found.get(name) ?? { name, count: 0, sum: 0 };
    found.set(name, work);
    return work;
  };
  for (const { labels, value } of sums) entry(labels).sum += value;
  for (const { labels, value } of counts) if (found.has(nameFor(labels))) entry(labels).count += value;
  return [...found.values()];
}
