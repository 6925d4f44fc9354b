import { isMap } from '../../../api/json/json-values.ts';
import type { ApiObject } from '../../../api/meta/metadata.ts';
import type { AdmissionTarget } from '../../plugin.ts';
import type { PodShape } from './checks/check.ts';

/** Places of the templates in objects that make pods. */
const places: Readonly<Record<string, readonly string[]>> = {
  'podtemplates.': ['template'],
  'replicationcontrollers.': ['spec', 'template'],
  'replicasets.apps': ['spec', 'template'],
  'deployments.apps': ['spec', 'template'],
  'statefulsets.apps': ['spec', 'template'],
  'daemonsets.apps': ['spec', 'template'],
  'jobs.batch': ['spec', 'template'],
  'cronjobs.batch': ['spec', 'jobTemplate', 'spec', 'template'],
};

/** They were there before they moved to the group in which they are kept. */
const groupOf = ({ group }: AdmissionTarget): string => (group === 'extensions' ? 'apps' : group);

const placeOf = (target: AdmissionTarget): readonly string[] | undefined =>
  places[`${target.resource}.${groupOf(target)}`];

export const makesPods = (target: AdmissionTarget): boolean => placeOf(target) !== undefined;

/** Undefined when the object has none. */
export function templateOf(target: AdmissionTarget, object: ApiObject): PodShape | undefined {
  const found = placeOf(target)!.reduce<unknown>((at, field) => (isMap(at) ? at[field] : undefined), object);
  const { metadata = {}, spec } = (isMap(found) ? found : {}) as Partial<PodShape>;
  return spec === undefined ? undefined : { metadata, spec };
}
