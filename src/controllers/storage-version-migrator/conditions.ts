import type { FeatureGates } from '../../api/gates/feature-gates.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { isReleasedBy } from '../../api/meta/release.ts';
import { timeNow } from '../../api/values/time.ts';

/** A condition of a migration: the later releases say when it changed, the earlier ones when it was written. */
export interface MigrationCondition {
  type: string;
  status: string;
  lastTransitionTime?: string;
  lastUpdateTime?: string;
  reason?: string;
  message?: string;
}

export interface Migration extends ApiObject {
  spec: { resource: { group?: string; version?: string; resource?: string } };
  status: { conditions?: MigrationCondition[]; resourceVersion?: string };
}

/** The words in which a release tells how far a migration is. */
export interface MigrationWords {
  readonly timeField: 'lastTransitionTime' | 'lastUpdateTime';
  readonly running: Words;
  readonly over: Words;
  readonly succeeded: Words;
  readonly failed: string;
}

interface Words {
  readonly reason: string;
  readonly message: string;
}

const present: MigrationWords = {
  timeField: 'lastTransitionTime',
  running: { reason: 'MigrationRunning', message: 'The migration is running' },
  over: { reason: 'MigrationCompleted', message: 'Migration completed' },
  succeeded: { reason: 'StorageVersionMigrationSucceeded', message: '' },
  failed: 'StorageVersionMigrationFailed',
};

const inProgress = { reason: 'StorageVersionMigrationInProgress', message: '' };

const first: MigrationWords = {
  ...present,
  timeField: 'lastUpdateTime',
  running: inProgress,
  over: inProgress,
};

/** Whether migrations are served in the version that has the words of today: as the emulated release serves them. */
export const isPresent = ({ release }: FeatureGates): boolean => isReleasedBy('1.35', release);

export const migrationWords = (gates: FeatureGates): MigrationWords => (isPresent(gates) ? present : first);

export const isTrue = ({ status }: Migration, type: string): boolean =>
  status.conditions?.some((condition) => condition.type === type && condition.status === 'True') ?? false;

export const hasEnded = (migration: Migration): boolean =>
  isTrue(migration, 'Succeeded') || isTrue(migration, 'Failed');

/** The migration as one that is at work. */
export const asRunning = (migration: Migration, words: MigrationWords, now: number): Migration =>
  withCondition(migration, { type: 'Running', status: 'True', ...words.running }, words, now);

export function asSucceeded(migration: Migration, words: MigrationWords, now: number): Migration {
  const condition = { type: 'Succeeded', status: 'True', ...words.succeeded };
  return withCondition(notRunning(migration, words, now), condition, words, now);
}

export function asFailed(
  migration: Migration,
  message: string,
  words: MigrationWords,
  now: number,
): Migration {
  const condition = { type: 'Failed', status: 'True', reason: words.failed, message };
  return withCondition(notRunning(migration, words, now), condition, words, now);
}

const notRunning = (migration: Migration, words: MigrationWords, now: number): Migration =>
  withCondition(migration, { type: 'Running', status: 'False', ...words.over }, words, now);

function withCondition(
  migration: Migration,
  condition: MigrationCondition,
  { timeField }: MigrationWords,
  now: number,
): Migration {
  const { conditions = [] } = migration.status;
  const at = conditions.findIndex(({ type }) => type === condition.type);
  const { type, status, reason, message } = condition;
  const timed = { type, status, [timeField]: timeNow(now), reason, message } as MigrationCondition;
  const changed = at === -1 ? [...conditions, timed] : conditions.with(at, timed);
  return { ...migration, status: { ...migration.status, conditions: changed } };
}
