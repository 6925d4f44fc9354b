import type { Dialect } from '../meta/dialect.ts';
import type { ApiextensionsV1CustomResourceDefinitionCondition } from '../schema/types.gen.ts';

export type DefinitionCondition = ApiextensionsV1CustomResourceDefinitionCondition;

/** Holds a definition until its instances are gone. */
export const cleanupFinalizer = ({ api }: Dialect): string => `customresourcecleanup.apiextensions.${api}`;

/** With a condition added or changed: in its place, with a new time of transition if its status is another. */
export function setCondition(
  conditions: readonly DefinitionCondition[] | null,
  condition: Omit<DefinitionCondition, 'lastTransitionTime'>,
  now: string,
): DefinitionCondition[] {
  const known = conditions ?? [];
  const old = known.find(({ type }) => type === condition.type);
  const lastTransitionTime = old?.status === condition.status ? old.lastTransitionTime : now;
  const { type, status, reason, message } = condition;
  const next: DefinitionCondition = {
    type,
    status,
    lastTransitionTime,
    ...(reason ? { reason } : {}),
    ...(message ? { message } : {}),
  };
  return old === undefined ? [...known, next] : known.map((one) => (one === old ? next : one));
}
