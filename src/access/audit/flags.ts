import type { Flag } from '../../util/flags.ts';
import { backendModes } from './backend.ts';

export const logFormats = ['legacy', 'json'] as const;

export const auditFlags: readonly Flag[] = [
  flag('audit-policy-file', 'text', 'file', 'what is recorded of which requests; nothing without it'),
  flag('audit-log-path', 'text', 'file', 'where events are appended, one a line; - is standard output'),
  flag('audit-log-format', 'text', 'format', `how an event is written: ${logFormats.join(' or ')}`, 'json'),
  flag('audit-log-maxsize', 'integer', 'megabytes', 'size at which the file is renamed; 0 is 100', '0'),
  flag('audit-log-maxage', 'integer', 'days', 'how long renamed files are kept; 0 for no limit', '0'),
  flag('audit-log-maxbackup', 'integer', 'number', 'how many renamed files are kept; 0 for no limit', '0'),
  flag('audit-log-compress', 'boolean', 'boolean', 'compresses renamed files'),
  ...backendFlags('audit-log', {
    mode: 'blocking',
    'batch-max-size': '1',
    'batch-max-wait': '0s',
    'batch-throttle-enable': 'false',
    'batch-throttle-qps': '0',
    'batch-throttle-burst': '0',
  }),
  flag(
    'audit-webhook-config-file',
    'text',
    'file',
    'client configuration of the server that events are sent to',
  ),
  flag('audit-webhook-initial-backoff', 'duration', 'duration', 'before a call is tried again', '10s'),
  ...backendFlags('audit-webhook', {
    mode: 'batch',
    'batch-max-size': '400',
    'batch-max-wait': '30s',
    'batch-throttle-enable': 'true',
    'batch-throttle-qps': '10',
    'batch-throttle-burst': '15',
  }),
];

/** Flags that both backends have. */
function backendFlags(prefix: string, standards: Record<string, string>): Flag[] {
  const own = (
    name: string,
    type: Flag['type'],
    value: string,
    description: string,
    standard?: string,
  ): Flag => flag(`${prefix}-${name}`, type, value, description, standards[name] ?? standard);
  return [
    own('mode', 'text', 'mode', `whether requests wait for their events: ${backendModes.join(', ')}`),
    own('batch-buffer-size', 'count', 'number', 'events that wait; those that come then are lost', '10000'),
    own('batch-max-size', 'count', 'number', 'events that go together'),
    own('batch-max-wait', 'duration', 'duration', 'how long an event waits for others to go with'),
    own('batch-throttle-enable', 'boolean', 'boolean', 'limits how many batches go out'),
    own('batch-throttle-qps', 'text', 'number', 'batches a second, when they are limited'),
    own('batch-throttle-burst', 'count', 'number', 'batches at once, after a rest'),
    own('truncate-enabled', 'boolean', 'boolean', 'cuts events, and divides batches, that are too long'),
    own('truncate-max-batch-size', 'count', 'bytes', 'how long a batch may be', '10485760'),
    own('truncate-max-event-size', 'count', 'bytes', 'how long an event may be', '102400'),
    own('version', 'text', 'version', 'group and version of the events; v1 of the audit group'),
  ];
}

function flag(name: string, type: Flag['type'], value: string, description: string, standard?: string): Flag {
  return { name, type, value, description, ...(standard === undefined ? {} : { default: standard }) };
}
