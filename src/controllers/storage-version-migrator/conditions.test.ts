import { describe, expect, it } from 'vitest';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { asFailed, asRunning, asSucceeded, hasEnded, type Migration, migrationWords } from './conditions.ts';

const now = Date.parse('2030-01-01T00:00:00Z');
const time = '2030-01-01T00:00:00Z';
const created: Migration = {
  apiVersion: 'storagemigration.k8s.io/v1beta1',
  kind: 'StorageVersionMigration',
  metadata: { name: 'm' },
  spec: { resource: { group: 'apps', resource: 'deployments' } },
  status: {},
};
const present = migrationWords(new FeatureGates('1.36'));
// The version is that of the emulated release, whatever else the server has of the newest one.
const first = migrationWords(new FeatureGates('1.34'));

describe('a migration', () => {
  it('is running, then over', () => {
    const running = asRunning(created, present, now);
    expect(running.status.conditions).toEqual([
      {
        type: 'Running',
        status: 'True',
        lastTransitionTime: time,
        reason: 'MigrationRunning',
        message: 'The migration is running',
      },
    ]);
    expect(hasEnded(running)).toBe(false);
    const done = asSucceeded(running, present, now);
    expect(done.status.conditions).toMatchObject([
      { type: 'Running', status: 'False', reason: 'MigrationCompleted', message: 'Migration completed' },
      { type: 'Succeeded', status: 'True', reason: 'StorageVersionMigrationSucceeded', message: '' },
    ]);
    expect(hasEnded(done)).toBe(true);
  });

  it('may fail, and says why', () => {
    const failed = asFailed(asRunning(created, present, now), 'no way', present, now);
    expect(failed.status.conditions).toMatchObject([
      { type: 'Running', status: 'False' },
      { type: 'Failed', status: 'True', reason: 'StorageVersionMigrationFailed', message: 'no way' },
    ]);
    expect(hasEnded(failed)).toBe(true);
  });

  it('has other words and times before 1.33', () => {
    const done = asSucceeded(asRunning(created, first, now), first, now);
    expect(done.status.conditions).toEqual([
      {
        type: 'Running',
        status: 'False',
        lastUpdateTime: time,
        reason: 'StorageVersionMigrationInProgress',
        message: '',
      },
      {
        type: 'Succeeded',
        status: 'True',
        lastUpdateTime: time,
        reason: 'StorageVersionMigrationSucceeded',
        message: '',
      },
    ]);
  });
});
