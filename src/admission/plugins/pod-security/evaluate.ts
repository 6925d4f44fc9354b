import type { Dialect } from '../../../api/meta/dialect.ts';
import type { Check, PodShape, Violation } from './checks/check.ts';
import { baselineChecks, restrictedChecks } from './checks/index.ts';
import type { Level, LevelVersion } from './policy.ts';

/** All that a pod does that it must not. */
export function violationsOf(pod: PodShape, { level, version }: LevelVersion, dialect: Dialect): Violation[] {
  return checksOf(level, version).flatMap(({ look }) => look(pod, dialect) ?? []);
}

function checksOf(level: Level, version: number): Check[] {
  if (level === 'privileged') return [];
  const isOf = ({ since, until = Infinity }: Check): boolean => since <= version && version <= until;
  const baseline = baselineChecks.filter(isOf);
  if (level === 'baseline') return baseline;
  const restricted = restrictedChecks.filter(({ check }) => isOf(check));
  const superfluous = new Set(restricted.map(({ insteadOf }) => insteadOf));
  return [...baseline.filter((check) => !superfluous.has(check)), ...restricted.map(({ check }) => check)];
}

export const inFull = (violations: readonly Violation[]): string =>
  violations.map(({ reason, detail }) => (detail === '' ? reason : `${reason} (${detail})`)).join(', ');

export const inFewWords = (violations: readonly Violation[]): string =>
  violations.map(({ reason }) => reason).join(', ');
