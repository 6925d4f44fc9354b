import { expect, it } from 'vitest';
import { stabilityPrefix } from './metric-stability.ts';

it.each([
  ['apiserver_request_total', '1.23', ''],
  ['apiserver_request_total', '1.24', '[STABLE] '],
  ['apiserver_audit_event_total', '1.24', '[ALPHA] '],
  ['product_healthcheck', '1.26', '[ALPHA] '],
  ['product_healthcheck', '1.28', '[BETA] '],
  ['product_healthcheck', '1.36', '[STABLE] '],
  ['workqueue_depth', '1.35', '[ALPHA] '],
  ['workqueue_depth', '1.36', '[BETA] '],
  ['go_threads', '1.36', ''],
  ['process_start_time_seconds', '1.36', '[ALPHA] '],
  ['process_open_fds', '1.36', ''],
  ['constructor', '1.36', '[ALPHA] '],
])('the help of %s in %s begins with %j', (name, release, prefix) => {
  expect(stabilityPrefix(name, release)).toBe(prefix);
});
