import type { AppsV1beta1StatefulSet } from '../../../api/schema/types.gen.ts';
import type { VersionRules } from '../../../registry/kind-rules.ts';
import { takeLabelsFromTemplate } from '../../shared/template-labels.ts';

/** `apps/v1beta1`: the default strategy is OnDelete. */
export const firstAppsVersion: VersionRules = {
  applyDefaults(set: AppsV1beta1StatefulSet) {
    takeLabelsFromTemplate(set);
    set.spec.updateStrategy.type ??= 'OnDelete';
  },
};
