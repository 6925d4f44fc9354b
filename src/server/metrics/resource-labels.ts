import { isReleasedBy } from '../../api/meta/release.ts';
import type { Labels } from '../../util/metrics/live-metric.ts';

/** From this release on a resource type is two labels: its group and its name. */
const splitSince = '1.34';

/** Labels of a resource type, `deployments.apps`, as a release has them. */
export type ResourceLabels = (resource: string) => Labels;

/** `splitIn`: the release in which the group became a label of its own. */
export const resourceLabels = (release: string, splitIn = splitSince): ResourceLabels =>
  isReleasedBy(splitIn, release) ? split : (resource) => ({ resource });

function split(text: string): Labels {
  const [resource = '', ...group] = text.split('.');
  return { group: group.join('.'), resource };
}
