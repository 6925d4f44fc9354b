import type { Dialect } from '../../api/meta/dialect.ts';
import type { CoreV1Namespace, CoreV1NamespaceCondition } from '../../api/schema/types.gen.ts';
import { timeNow } from '../../api/values/time.ts';
import { DiscoveryError } from './texts.ts';
import type { TypeOutcome } from './type-content.ts';

/** The findings of a sync about the content of a namespace. */
export interface Findings {
  /** Reason why types are missing among the outcomes. */
  discovery: Error | undefined;
  outcomes: readonly TypeOutcome[];
}

/** A condition without its time. True is bad news in all of them. */
export type Finding = Pick<CoreV1NamespaceCondition, 'message' | 'reason' | 'status' | 'type'>;

/** The five conditions, in the order in which they are added to a namespace. */
export function conditionsOf({ discovery, outcomes }: Findings, { prefix }: Dialect): Finding[] {
  return [
    finding('NamespaceDeletionDiscoveryFailure', discovery && discoveryText(discovery), {
      good: ['ResourcesDiscovered', 'All resources successfully discovered'],
      bad: 'DiscoveryFailed',
    }),
    // Group versions come here in parts: there is none to parse that could be malformed.
    finding('NamespaceDeletionGroupVersionParsingFailure', undefined, {
      good: ['ParsedGroupVersions', `All legacy ${prefix} types successfully parsed`],
      bad: 'GroupVersionParsingFailed',
    }),
    finding('NamespaceDeletionContentFailure', failureText(outcomes), {
      good: ['ContentDeleted', 'All content successfully deleted, may be waiting on finalization'],
      bad: 'ContentDeletionFailed',
    }),
    finding('NamespaceContentRemaining', remainingText(outcomes), {
      good: ['ContentRemoved', 'All content successfully removed'],
      bad: 'SomeResourcesRemain',
    }),
    finding('NamespaceFinalizersRemaining', finalizersText(outcomes), {
      good: ['ContentHasNoFinalizers', 'All content-preserving finalizers finished'],
      bad: 'SomeFinalizersRemain',
    }),
  ];
}

/**
 * The namespace with these conditions; undefined when it has them already. Conditions of other types stay. The time of
 * a condition is that of its last change of status.
 */
export function withConditions(
  namespace: CoreV1Namespace,
  findings: readonly Finding[],
  now: number,
): CoreV1Namespace | undefined {
  const time = timeNow(now);
  const conditions = [...(namespace.status.conditions ?? [])];
  let isChanged = false;
  for (const found of findings) {
    const at = conditions.findIndex(({ type }) => type === found.type);
    const known = conditions[at];
    if (known !== undefined && isSame(known, found)) continue;
    isChanged = true;
    const lastTransitionTime = known?.status === found.status ? known.lastTransitionTime : time;
    const { type, status, reason, message } = found;
    const condition = { type, status, lastTransitionTime, reason, message } as CoreV1NamespaceCondition;
    if (known === undefined) conditions.push(condition);
    else conditions[at] = condition;
  }
  return isChanged ? { ...namespace, status: { ...namespace.status, conditions } } : undefined;
}

const isSame = (a: Finding, b: Finding): boolean =>
  a.status === b.status && a.reason === b.reason && a.message === b.message;

/** `problem`: undefined when all is well. */
function finding(
  type: string,
  problem: string | undefined,
  { good, bad }: { good: readonly [string, string]; bad: string },
): Finding {
  if (problem !== undefined) return { type, status: 'True', reason: bad, message: problem };
  const [reason, message] = good;
  return { type, status: 'False', reason, message };
}

function discoveryText(error: Error): string {
  if (!(error instanceof DiscoveryError)) return error.message;
  return `Discovery failed for some groups, ${error.failing} failing: ${error.message}`;
}

function failureText(outcomes: readonly TypeOutcome[]): string | undefined {
  const messages = outcomes.flatMap(({ error }) => (error === undefined ? [] : [error.message])).sort();
  if (messages.length === 0) return undefined;
  return `Failed to delete all resource types, ${messages.length} remaining: ${messages.join(', ')}`;
}

function remainingText(outcomes: readonly TypeOutcome[]): string | undefined {
  const parts = outcomes
    .filter(({ remaining }) => remaining > 0)
    .map(({ type, remaining }) => `${type.resource}.${type.group} has ${remaining} resource instances`);
  return parts.length === 0 ? undefined : `Some resources are remaining: ${parts.sort().join(', ')}`;
}

function finalizersText(outcomes: readonly TypeOutcome[]): string | undefined {
  const counts = new Map<string, number>();
  for (const [name, count] of outcomes.flatMap(({ finalizers }) => [...finalizers])) {
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  const parts = [...counts].map(([name, count]) => `${name} in ${count} resource instances`).sort();
  if (parts.length === 0) return undefined;
  return `Some content in the namespace has finalizers remaining: ${parts.join(', ')}`;
}
