import { isReleasedBy } from '../../api/meta/release.ts';
import { apiVersionOf, type KindDefinition } from '../../api/schema/schema.ts';

/** The Warning and the metric for requests of a deprecated version. */
export interface Deprecation {
  /** For the client. */
  warning: string;
  /** The release that no longer has it; "" when that is not known. */
  removedRelease: string;
}

/**
 * Undefined for a version that is not deprecated at a release.
 *
 *     batch/v1beta1 CronJob is deprecated in v1.21+, unavailable in v1.25+; use batch/v1 CronJob
 */
export function deprecationOf(definition: KindDefinition, release: string): Deprecation | undefined {
  const { deprecated, removed, replacement } = definition.lifecycle;
  if (deprecated === undefined || !isReleasedBy(deprecated, release)) return undefined;
  const parts = [`${apiVersionOf(definition)} ${definition.kind} is deprecated in v${deprecated}+`];
  if (removed !== undefined) parts.push(`, unavailable in v${removed}+`);
  if (replacement !== undefined) parts.push(`; use ${replacement}`);
  return { warning: parts.join(''), removedRelease: removed ?? '' };
}
