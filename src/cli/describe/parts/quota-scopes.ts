import type { Description } from '../../shared/description/description.ts';

/** Which pods a scope is for. */
const meanings: Readonly<Record<string, string>> = {
  Terminating:
    'all pods that have an active deadline. These pods have a limited lifespan on a node before being actively terminated by the system.',
  NotTerminating:
    'all pods that do not have an active deadline. These pods usually include long running pods whose container command is not expected to terminate.',
  BestEffort:
    'all pods that do not have resource requirements set. These pods have a best effort quality of service.',
  NotBestEffort:
    'all pods that have at least one resource requirement set. These pods have a burstable or guaranteed quality of service.',
};

/** `level`: 1 for a quota within the description of its namespace. */
export function describeScopes(to: Description, scopes: readonly string[] = [], level = 0): void {
  if (scopes.length === 0) return;
  const sorted = scopes.toSorted();
  to.field(level, 'Scopes', sorted.join(', '));
  for (const scope of sorted) {
    const meaning = meanings[scope];
    if (meaning !== undefined) to.line(level, `${level === 0 ? ' ' : ''}* Matches ${meaning}`);
  }
}
