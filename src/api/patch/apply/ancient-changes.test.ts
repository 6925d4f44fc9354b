import { describe, expect, it } from 'vitest';
import { ancientEntries } from './ancient-changes.ts';
import { entryOf, type TrackedEntry } from './managers.ts';

const writer = (index: number, apiVersion = 'v1'): TrackedEntry =>
  entryOf(
    { manager: `w${index}`, operation: 'Update', apiVersion, subresource: '' },
    { 'f:data': { [`f:k${index}`]: {} } },
    `2024-01-01T00:00:${String(index).padStart(2, '0')}Z`,
  );
const writers = (count: number) => Array.from({ length: count }, (_, index) => writer(index));

const summary = (entries: readonly TrackedEntry[]) =>
  entries.map(({ manager, apiVersion, time, fieldsV1 }) => [
    manager,
    apiVersion,
    time?.slice(-3, -1),
    Object.keys(fieldsV1['f:data']!).join(),
  ]);

describe('the writers that an object remembers', () => {
  it('managedFields keep ten updaters', () => {
    expect(ancientEntries(writers(10))).toEqual(writers(10));
  });

  it('beyond that, the oldest are one', () => {
    const left = summary(ancientEntries(writers(13)));
    expect(left).toHaveLength(10);
    expect(left).toContainEqual(['ancient-changes', 'v1', '03', 'f:k0,f:k1,f:k2,f:k3']);
  });

  it('join the one that is there', () => {
    const next = [...ancientEntries(writers(11)), writer(12)];
    const left = summary(ancientEntries(next));
    expect(left).toHaveLength(10);
    expect(left).toContainEqual(['ancient-changes', 'v1', '02', 'f:k0,f:k1,f:k2']);
  });

  it('are one of each version, and the only one of a version stays itself', () => {
    const entries = [writer(0, 'v1beta1'), ...writers(11).slice(1)];
    const left = summary(ancientEntries(entries));
    expect(left).toHaveLength(10);
    expect(left).toContainEqual(['w0', 'v1beta1', '00', 'f:k0']);
    expect(left).toContainEqual(['ancient-changes', 'v1', '02', 'f:k1,f:k2']);
  });

  it('do not count appliers', () => {
    const appliers = writers(11).map((entry) => ({ ...entry, operation: 'Apply' as const }));
    expect(ancientEntries(appliers)).toBe(appliers);
  });
});
