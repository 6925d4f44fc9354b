export { appArmorPrefix, mirrorAnnotation, validatePodAnnotations } from './annotations.ts';
export { syncAppArmor, validateAppArmorAgreement } from './app-armor.ts';
export { validateImageEdges } from './containers.ts';
export { applyPodSpecDefaults, applyPodTemplateDefaults, dropInitContainerAnnotations } from './defaults.ts';
export { dropDisabledPodFields, dropDisabledTemplateFields } from './disabled-fields.ts';
export { type PodFeatures, podFeatures } from './features.ts';
export { mergeLabelKeys } from './label-key-merge.ts';
export { type PodContext, type PodSpecOptions, podContext } from './options.ts';
export { isPodLevelResource } from './pod-resources.ts';
export { aggregateOf } from './pod-totals.ts';
export { type QosClass, qosClassOf } from './qos.ts';
export { validateTolerations } from './scheduling/tolerations.ts';
export { syncSeccomp, validateSeccompAgreement } from './seccomp.ts';
export {
  type PodTemplateOptions,
  validatePodTemplateSpec,
  validateReadOnlyDisks,
} from './template-validation.ts';
export { maxInt32, validatePodSpec } from './validation.ts';
