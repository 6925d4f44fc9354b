import type { FeatureGates } from '../api/gates/feature-gates.ts';
import type { Dialect } from '../api/meta/dialect.ts';
import type { SystemObjects } from '../registry/write/system-objects.ts';

/** Name of the ConfigMap in the system namespace that says since when the use of tokens from Secrets is noted. */
export const legacyTokenTrackingName = ({ prefix }: Dialect): string =>
  `${prefix}-apiserver-legacy-service-account-token-tracking`;

const trackingKey = 'since';

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
  const namespace = `${dialect.prefix}-system`;
  const name = legacyTokenTrackingName(dialect);
  const present = objects.get('configmaps.', namespace, name) as
    | { data?: Record<string, string> }
    | undefined;
  if (isDate(present?.data?.[trackingKey])) return;
  const data = { ...present?.data, [trackingKey]: new Date(now).toISOString().slice(0, 10) };
  await objects.keep('configmaps.', namespace, { metadata: { name }, data });
}

/** Whether a text is a day: `2030-01-31`. */
function isDate(text: string | undefined): boolean {
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
