import { equalValues } from '../../../api/json/json-values.ts';
import type { CoreV1Service, CoreV1ServiceSpec } from '../../../api/schema/types.gen.ts';

/*
 * clusterIP is the older name of clusterIPs[0], and clients may know only one of them. Where a client has said
 * both and they disagree, they stay as they are, for validation to refuse.
 */

/** A client that knows only the older field fills in the newer one. Not the other way round. */
export function fillClusterIps(spec: CoreV1ServiceSpec): void {
  if (spec.clusterIP && !spec.clusterIPs?.length) spec.clusterIPs = [spec.clusterIP];
}

/**
 * Aligns clusterIP and clusterIPs after a client has changed only one of them.
 *
 *     old a,[a,b]   new a,[]      → a,[a,b]   the client does not know the newer field
 *     old a,[a,b]   new "",[a,b]  → "",[]     the address is given up
 *     old a,[a]     new b,[a]     → b,[b]     the address is changed
 */
export function alignClusterIps(spec: CoreV1ServiceSpec, old: CoreV1ServiceSpec): void {
  const sameFirst = (spec.clusterIP ?? '') === (old.clusterIP ?? '');
  if (sameFirst) {
    if (spec.clusterIP && !spec.clusterIPs?.length) spec.clusterIPs = [...(old.clusterIPs ?? [])];
    return;
  }
  if (!equalValues(spec.clusterIPs ?? [], old.clusterIPs ?? [])) return;
  spec.clusterIPs = spec.clusterIP ? [spec.clusterIP] : [];
}

/** An update from two families to one that changes neither list drops the second entry of both. */
export function trimToSingleStack({ spec }: CoreV1Service, old: CoreV1Service): void {
  if (spec.ipFamilyPolicy !== 'SingleStack') return;
  for (const list of ['clusterIPs', 'ipFamilies'] as const) {
    if (equalValues(spec[list], old.spec[list])) spec[list] = spec[list]?.slice(0, 1);
  }
}
