import type { Description } from '../../shared/description/description.ts';

interface Condition {
  type: string;
  status: string;
  reason?: string;
}

/** Conditions with their reasons. */
export function describeReasons(to: Description, conditions: readonly Condition[] = []): void {
  if (conditions.length === 0) return;
  to.line(0, 'Conditions:');
  const rows = conditions.map(({ type, status, reason }) => [`${type} `, status, reason]);
  to.table(1, ['Type', 'Status', 'Reason'], rows);
}
