import type { CommandContext } from '../shared/command.ts';
import { type Finding, unknown } from './finding.ts';
import { type Sample, samplesIn } from './metric-text.ts';
import { readText } from './read-text.ts';

type Samples = ReadonlyMap<string, readonly Sample[]>;

const names = {
  requests: 'apiserver_request_total',
  deprecated: 'apiserver_requested_deprecated_apis',
  writable: 'apiserver_storage_writable',
  size: 'etcd_db_total_size_in_bytes',
  objects: 'apiserver_storage_objects',
  corrupt: 'apiserver_storage_decode_errors_total',
  differs: 'apiserver_watch_cache_self_check_failures_total',
  limited: 'apiserver_flowcontrol_rejected_requests_total',
  webhooks: 'apiserver_admission_webhook_rejection_count',
  failedOpen: 'apiserver_admission_webhook_fail_open_count',
} as const;

/** Part of all requests that may fail by an error of the server. */
const maxErrors = 0.01;

/** Findings in the metrics of the server: store, errors, deprecated calls, all since its start. */
export async function metricFindings({ session }: CommandContext): Promise<Finding[]> {
  try {
    const { text } = await readText(session, '/metrics');
    const samples = samplesIn(text, Object.values(names));
    return [...storeFindings(samples), ...requestFindings(samples), ...deprecatedFindings(samples)];
  } catch (error) {
    return [unknown('metrics', error)];
  }
}

function storeFindings(samples: Samples): Finding[] {
  const about = 'store';
  const isFull = (samples.get(names.writable) ?? []).some(({ value }) => value === 0);
  const corrupt = sum(samples, names.corrupt);
  const differs = sum(samples, names.differs);
  const largest = (samples.get(names.objects) ?? []).toSorted((a, b) => b.value - a.value).slice(0, 3);
  const counts = largest.map(({ labels, value }) => `${labels['resource']} ${value}`).join(', ');
  const size = sum(samples, names.size);
  const text = [
    ...(size > 0 ? [`${(size / 1_048_576).toFixed(1)} MiB`] : []),
    ...(counts === '' ? [] : [counts]),
  ];
  return [
    isFull
      ? { level: 'failure', about, text: 'it refuses writes: it is full or cannot be written' }
      : { level: 'ok', about, text: text.length === 0 ? 'takes writes' : text.join('; ') },
    ...warning(about, corrupt, (count) => `${count} times an object could not be decoded`),
    ...warning(about, differs, (count) => `${count} times a cache differed from the store`),
  ];
}

function requestFindings(samples: Samples): Finding[] {
  const about = 'requests';
  const requests = samples.get(names.requests) ?? [];
  const total = requests.reduce((all, { value }) => all + value, 0);
  const problems = requests.reduce(
    (all, { labels, value }) => all + (labels['code']?.startsWith('5') ? value : 0),
    0,
  );
  const byWebhooks = (samples.get(names.webhooks) ?? []).filter(
    ({ labels }) => labels['error_type'] === 'calling_webhook_error',
  );
  return [
    {
      level: problems > total * maxErrors ? 'warning' : 'ok',
      about,
      text: `${total} answered, ${problems} of them with a problem of the server`,
    },
    ...warning(about, sum(samples, names.limited), (count) => `${count} refused by flow control`),
    ...byWebhooks.flatMap(({ labels, value }) =>
      warning(
        'webhooks',
        value,
        (count) => `${labels['name']} could not be called, and ${count} requests were refused`,
      ),
    ),
    ...(samples.get(names.failedOpen) ?? []).flatMap(({ labels, value }) =>
      warning(
        'webhooks',
        value,
        (count) => `${labels['name']} could not be called, and ${count} requests went on`,
      ),
    ),
  ];
}

function deprecatedFindings(samples: Samples): Finding[] {
  const called = (samples.get(names.deprecated) ?? []).filter(({ value }) => value > 0);
  if (called.length === 0)
    return [{ level: 'ok', about: 'deprecated', text: 'no deprecated API was called' }];
  return called.map(({ labels }) => {
    const { group = '', version = '', resource = '', removed_release: removed = '' } = labels;
    const name = `${resource} of ${group === '' ? version : `${group}/${version}`}`;
    const text = `${name} was called${removed === '' ? '' : `, and is gone in ${removed}`}`;
    return { level: 'warning', about: 'deprecated', text };
  });
}

const sum = (samples: Samples, name: string): number =>
  (samples.get(name) ?? []).reduce((all, { value }) => all + value, 0);

const warning = (about: string, count: number, text: (count: number) => string): Finding[] =>
  count > 0 ? [{ level: 'warning', about, text: text(count) }] : [];
