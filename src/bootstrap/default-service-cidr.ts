import { type Dialect, fillPlaceholders, productName } from '../api/meta/dialect.ts';
import type { ApiObject } from '../api/meta/metadata.ts';
import type { NetworkingV1ServiceCIDR } from '../api/schema/types.gen.ts';
import type { SystemObjects } from '../registry/write/system-objects.ts';

export interface DefaultServiceCidrOptions {
  objects: SystemObjects;
  dialect: Dialect;
  /** The ranges of the flags, each as text: one, or one of each family. */
  ranges: readonly string[];
  /** Time as the API writes it. */
  now(): string;
  report(message: string): void;
}

/**
 * Keeps the object of the ranges that the flags name: made if it is missing, told the second range if it has the first
 * alone, and ready. An object of other ranges is left as it is, and reported: another replica may have other flags.
 */
export async function ensureDefaultServiceCidr(options: DefaultServiceCidrOptions): Promise<void> {
  const { dialect, ranges, report } = options;
  const objects = options.objects.ownedBy(`${dialect.service}-service-cidr-controller`);
  const type = fillPlaceholders(dialect, 'servicecidrs.networking.{api}');
  const name = dialect.service;
  const present = objects.get(type, '', name) as NetworkingV1ServiceCIDR | undefined;
  if (present === undefined) {
    await objects.create(type, '', { metadata: { name }, spec: { cidrs: [...ranges] } });
  } else if (!(await fits(objects, type, name, present.spec.cidrs ?? [], ranges))) {
    return report(`ServiceCIDR ${name} has the ranges ${present.spec.cidrs?.join()}, not ${ranges.join()}`);
  }
  await objects.alterStatus(type, '', name, (object) => becomeReady(object, dialect, options.now()));
}

/** Whether the object has these ranges; one that lacks the second gets it. */
async function fits(
  objects: SystemObjects,
  type: string,
  name: string,
  cidrs: readonly string[],
  ranges: readonly string[],
): Promise<boolean> {
  if (cidrs.join() === ranges.join()) return true;
  if (cidrs.length !== 1 || ranges.length !== 2 || cidrs[0] !== ranges[0]) return false;
  await objects.keep(type, '', { metadata: { name }, spec: { cidrs: [...ranges] } });
  return true;
}

/** Whether the condition was not there. */
function becomeReady(object: ApiObject, dialect: Dialect, now: string): boolean {
  const range = object as unknown as NetworkingV1ServiceCIDR;
  const { conditions = [] } = range.status;
  // What somebody else says of it is not overwritten.
  if (conditions.some(({ type }) => type === 'Ready')) return false;
  const message = `${productName(dialect)} default Service CIDR is ready`;
  range.status.conditions = [
    ...conditions,
    { type: 'Ready', status: 'True', lastTransitionTime: now, reason: '', message },
  ];
  return true;
}
