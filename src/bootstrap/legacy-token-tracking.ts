import type { FeatureGates } from '../api/gates/feature-gates.ts';
import { legacyTokenTracking } from '../api/meta/account-token.ts';
import type { Dialect } from '../api/meta/dialect.ts';
import { dayOf, isDay } from '../api/values/day.ts';
import type { SystemObjects } from '../registry/write/system-objects.ts';

/** Whether a release notes the use of tokens from Secrets. */
export const tracksLegacyTokens = (gates: Pick<FeatureGates, 'isOn'>): boolean =>
  gates.isOn('LegacyServiceAccountTokenTracking');

/**
 * Writes down since when the use of tokens from Secrets is noted: one that was not used since then is not used at all. A
 * date that can be read stays.
 */
export async function recordTrackingStart(
  objects: Pick<SystemObjects, 'get' | 'keep'>,
  dialect: Dialect,
  now: number,
): Promise<void> {
  const { namespace, name, key } = legacyTokenTracking(dialect);
  const present = objects.get('configmaps.', namespace, name) as
    | { data?: Record<string, string> }
    | undefined;
  if (isDay(present?.data?.[key] ?? '')) return;
  const data = { ...present?.data, [key]: dayOf(now) };
  await objects.keep('configmaps.', namespace, { metadata: { name }, data });
}
