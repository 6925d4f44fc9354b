import type { AppsV1StatefulSet } from '../../../api/schema/types.gen.ts';
import { labelSelectorText } from '../../../api/selectors/label-selector.ts';
import { type Description, labelTexts, listText, timeText } from '../../shared/description/description.ts';
import { describePodTemplate } from '../../shared/description/pod-template.ts';
import { storageClassOf } from '../../shared/description/storage.ts';
import type { Describer } from '../describer.ts';
import { podCounts } from '../parts/pod-counts.ts';

export const statefulSet: Describer<AppsV1StatefulSet> = {
  async describe(to, object, tools) {
    const { metadata, spec, status } = object;
    const selector = labelSelectorText(spec.selector);
    const counts = await podCounts(object, selector, tools);
    to.field(0, 'Name', metadata.name);
    to.field(0, 'Namespace', metadata.namespace);
    to.field(0, 'CreationTimestamp', timeText(metadata.creationTimestamp));
    to.field(0, 'Selector', selector);
    to.labels(0, 'Labels', metadata.labels);
    to.annotations(metadata.annotations);
    to.field(0, 'Replicas', `${spec.replicas ?? 1} desired | ${status?.replicas ?? 0} total`);
    const { type, rollingUpdate } = spec.updateStrategy ?? {};
    to.field(0, 'Update Strategy', type);
    if (rollingUpdate?.partition !== undefined) to.field(1, 'Partition', rollingUpdate.partition);
    to.field(0, 'Pods Status', counts);
    describePodTemplate(to, spec.template);
    describeClaims(to, spec.volumeClaimTemplates);
  },
};

/** The claims that each pod gets for itself. */
function describeClaims(
  to: Description,
  claims: AppsV1StatefulSet['spec']['volumeClaimTemplates'] = [],
): void {
  if (claims.length === 0) return to.field(0, 'Volume Claims', '<none>');
  to.line(0, 'Volume Claims:');
  for (const claim of claims) {
    const { metadata, spec } = claim;
    to.field(1, 'Name', metadata.name);
    to.field(1, 'StorageClass', storageClassOf(claim, to.dialect));
    to.labels(1, 'Labels', metadata.labels);
    to.values(1, 'Annotations', labelTexts(metadata.annotations));
    to.field(1, 'Capacity', spec.resources.requests?.['storage'] ?? '<default>');
    to.field(1, 'Access Modes', listText(spec.accessModes));
  }
}
