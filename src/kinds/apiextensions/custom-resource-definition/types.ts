import type {
  ApiextensionsV1beta1CustomResourceDefinition,
  ApiextensionsV1beta1CustomResourceDefinitionVersion,
  ApiextensionsV1CustomResourceDefinition,
} from '../../../api/schema/types.gen.ts';

/** The stored version, v1. */
export type Definition = ApiextensionsV1CustomResourceDefinition;

/**
 * Definitions are validated as v1beta1: fields that are equal in all versions stand at the top level, and the paths of
 * errors say so.
 */
export type BetaDefinition = ApiextensionsV1beta1CustomResourceDefinition;
export type BetaSpec = BetaDefinition['spec'];
export type BetaVersion = ApiextensionsV1beta1CustomResourceDefinitionVersion;
