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
 * alone, and ready. An object of other ranges, or that is not ready, is left as it is, and an Event says so: another
 * replica may have other flags.
 */
export async function ensureDefaultServiceCidr(options: DefaultServiceCidrOptions): Promise<void> {
  const { dialect, ranges, report } = options;
  const objects = options.objects.ownedBy(`${dialect.service}-service-cidr-controller`);
  const type = fillPlaceholders(dialect, 'servicecidrs.networking.{api}');
  const name = dialect.service;
  const present = objects.get(type, '', name) as NetworkingV1ServiceCIDR | undefined;
  if (present === undefined) {
    await objects.create(type, '', { metadata: { name }, spec: { cidrs: [...ranges] } });
  }
  const prefix = `${productName(dialect)}DefaultServiceCIDR`;
  const problem = present && (await problemOf(objects, { type, prefix }, present, ranges));
  if (problem !== undefined) {
    report(`ServiceCIDR ${name}: ${problem.message}`);
    return tell(options, present!, problem);
  }
  await objects.alterStatus(type, '', name, (object) => becomeReady(object, dialect, options.now()));
}

interface Problem {
  reason: string;
  message: string;
}

/** Undefined for an object that is ready, or may become so. One that is being deleted is the controller's. */
async function problemOf(
  objects: SystemObjects,
  { type, prefix }: { type: string; prefix: string },
  { metadata, spec, status }: NetworkingV1ServiceCIDR,
  ranges: readonly string[],
): Promise<Problem | undefined> {
  if (metadata.deletionTimestamp) return undefined;
  const cidrs = spec.cidrs ?? [];
  let isSame = false;
  try {
    isSame = await fits(objects, type, metadata.name ?? '', cidrs, ranges);
  } catch (error) {
    const message = `The default ServiceCIDR can not be upgraded from ${goList(cidrs)} to dual stack ${goList(ranges)} : ${(error as Error).message}`;
    return { reason: `${prefix}Error`, message };
  }
  const ready = status?.conditions?.find((one) => one.type === 'Ready');
  if (ready !== undefined) return ready.status === 'True' ? undefined : ready;
  if (isSame) return undefined;
  const message = `The default ServiceCIDR ${goList(cidrs)} does not match the flag configurations ${goList(ranges)}`;
  return { reason: `${prefix}Inconsistent`, message };
}

const goList = (values: readonly string[]): string => `[${values.join(' ')}]`;

/** One Event of each reason, for as long as Events live. */
async function tell(
  { objects, dialect, now, report }: DefaultServiceCidrOptions,
  { metadata }: NetworkingV1ServiceCIDR,
  { reason, message }: Problem,
): Promise<void> {
  const { name = '', uid = '', resourceVersion = '' } = metadata;
  const apiVersion = fillPlaceholders(dialect, 'networking.{api}/v1');
  const event = {
    metadata: { name: `${name}.${reason.toLowerCase()}` },
    involvedObject: { kind: 'ServiceCIDR', apiVersion, name, uid, resourceVersion },
    reason,
    message,
    source: { component: `${dialect.service}-service-cidr-controller` },
    firstTimestamp: now(),
    lastTimestamp: now(),
    count: 1,
    type: 'Warning',
  };
  await objects
    .create('events.', 'default', event)
    .catch((error: Error) => report(`no Event for ServiceCIDR ${name}: ${error.message}`));
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
