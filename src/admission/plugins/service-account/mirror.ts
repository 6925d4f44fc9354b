import type { AdmissionAttributes } from '../../plugin.ts';
import { podOf } from '../shared/objects.ts';
import { namesSecret } from '../shared/pod-references.ts';
import { forbidden } from '../shared/refusals.ts';

/** A mirror pod shows what a node runs by itself: it is not changed, and gets nothing from the cluster. */
export function checkMirror(attributes: AdmissionAttributes): void {
  const pod = podOf(attributes);
  if (pod.spec.serviceAccountName)
    throw forbidden(attributes, 'a mirror pod may not reference service accounts');
  if (namesSecret(pod)) throw forbidden(attributes, 'a mirror pod may not reference secrets');
  const sources = (pod.spec.volumes ?? []).flatMap(({ projected }) => projected?.sources ?? []);
  if (sources.some(({ serviceAccountToken }) => serviceAccountToken))
    throw forbidden(attributes, 'a mirror pod may not use ServiceAccountToken volume projections');
}
