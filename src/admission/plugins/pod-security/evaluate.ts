import type { Dialect } from '../../../api/meta/dialect.ts';
import type { Check, PodShape, Violation } from './checks/check.ts';
import type { PodSecurityChecks } from './checks/index.ts';
import type { LevelVersion } from './policy.ts';

/** All that a pod does that it must not. */
export type Evaluate = (pod: PodShape, level: LevelVersion) => Violation[];

export const evaluation =
  (checks: PodSecurityChecks, dialect: Dialect): Evaluate =>
  (pod, level) =>
    checksOf(checks, level).flatMap(({ look }) => look(pod, dialect) ?? []);

function checksOf({ newest, ...all }: PodSecurityChecks, { level, version }: LevelVersion): Check[] {
  if (level === 'privileged') return [];
  const present = Math.min(version, newest);
  const isOf = ({ since, until = Infinity }: Check): boolean => since <= present && present <= until;
  const baseline = all.baseline.filter(isOf);
  if (level === 'baseline') return baseline;
  const restricted = all.restricted.filter(({ check }) => isOf(check));
  const superfluous = new Set(restricted.flatMap(({ insteadOf = [] }) => insteadOf));
  return [...baseline.filter((check) => !superfluous.has(check)), ...restricted.map(({ check }) => check)];
}

export const inFull = (violations: readonly Violation[]): string =>
  violations.map(({ reason, detail }) => (detail === '' ? reason : `${reason} (${detail})`)).join(', ');

export const inFewWords = (violations: readonly Violation[]): string =>
  violations.map(({ reason }) => reason).join(', ');
