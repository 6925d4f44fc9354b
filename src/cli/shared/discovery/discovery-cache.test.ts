import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { DiscoveryCache } from './discovery-cache.ts';

const directory = mkdtempSync(join(tmpdir(), 'discovery-'));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const api = { resources: [], failures: { 'metrics.example/v1': 'no luck' } };
const documents = (): string[] => readdirSync(join(directory, 'orchctl', 'documents'));

it('servers that serve the same share a document, for ten minutes', () => {
  let now = 1_000_000;
  const one = new DiscoveryCache(directory, 'https://a.example:6443', () => now);
  const other = new DiscoveryCache(directory, 'https://b.example:6443', () => now);
  expect(one.read()).toBeUndefined();
  one.write(api);
  expect(other.read()).toBeUndefined();
  other.write(api);
  expect([one.read(), other.read(), documents().length]).toEqual([api, api, 1]);
  now += 10 * 60_000;
  expect(one.read()).toBeUndefined();
  // The clock has been set back.
  now = 0;
  expect(one.read()).toBeUndefined();
});

it('a document of which a part is missing is none', () => {
  const cache = new DiscoveryCache(directory, 'https://a.example:6443', () => 0);
  cache.write(api);
  truncateSync(join(directory, 'orchctl', 'documents', documents()[0]!), 10);
  expect(cache.read()).toBeUndefined();
});

it('a directory that cannot be written is no error', () => {
  const cache = new DiscoveryCache('/dev/null/none', 'https://a.example:6443', () => 0);
  cache.write(api);
  expect(cache.read()).toBeUndefined();
});
