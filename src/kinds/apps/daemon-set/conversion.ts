import type { AppsV1DaemonSet, ExtensionsV1beta1DaemonSet } from '../../../api/schema/types.gen.ts';
import type { VersionRules } from '../../../registry/kind-rules.ts';
import { setAnnotation } from '../../shared/annotations.ts';
import { takeLabelsFromTemplate } from '../../shared/template-labels.ts';
import { parseInt64 } from '../../shared/workload/int64-text.ts';
import { generationAnnotation } from './template-generation.ts';

/** `extensions/v1beta1`: the count of templates is a field. */
export const extensionsVersion: VersionRules = {
  applyDefaults: takeLabelsFromTemplate,
  toStored(daemonSet: ExtensionsV1beta1DaemonSet) {
    const { templateGeneration = 0, ...spec } = daemonSet.spec;
    setAnnotation(daemonSet, generationAnnotation, String(templateGeneration));
    return { ...daemonSet, spec };
  },
  fromStored(daemonSet: AppsV1DaemonSet) {
    const generation = parseInt64(daemonSet.metadata.annotations?.[generationAnnotation] ?? '0');
    setAnnotation(daemonSet, generationAnnotation, undefined);
    const templateGeneration = Number.isSafeInteger(Number(generation)) ? Number(generation) : generation;
    return { ...daemonSet, spec: { ...daemonSet.spec, templateGeneration } };
  },
};
