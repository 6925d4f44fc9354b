import type {
  ApiextensionsV1beta1CustomResourceDefinition,
  ApiextensionsV1beta1CustomResourceDefinitionVersion,
  ApiextensionsV1CustomResourceDefinition,
} from '../../../api/schema/types.gen.ts';

/** As it is stored. */
export type Definition = ApiextensionsV1CustomResourceDefinition;

/**
 * The shape in which a definition is looked at, that of v1beta1: what all versions have in common stands at the
 * top, and so the paths of faults do.
 */
export type BetaDefinition = ApiextensionsV1beta1CustomResourceDefinition;
export type BetaSpec = BetaDefinition['spec'];
export type BetaVersion = ApiextensionsV1beta1CustomResourceDefinitionVersion;
