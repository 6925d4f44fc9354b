import { speak } from '../../../api/meta/dialect.ts';
import { FieldPath } from '../../../api/validation/field-errors.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { fromStored, toStored } from './conversion.ts';
import { applyBetaDefaults, applyDefaults } from './defaults.ts';
import { definitionStrategy } from './strategy.ts';
import { validateFirstVersion, validateTopLevelFields } from './top-level-validation.ts';
import type { BetaDefinition, Definition } from './types.ts';
import { definitionValidation } from './validation.ts';

/** Adds a resource type to the API. */
export function customResourceDefinition({ dialect }: KindDependencies): KindRules<Definition> {
  const group = speak(dialect, 'apiextensions.{api}');
  const { validateCreate, validateUpdate, validateStatus } = definitionValidation(dialect);
  return {
    group,
    kind: 'CustomResourceDefinition',
    // Names that have been taken away.
    mutatesNestedFields: true,
    applyDefaults,
    validateName: nameIsDnsSubdomain,
    ...definitionStrategy(dialect),
    validateCreate,
    validateUpdate,
    status: { validateUpdate: validateStatus },
    requiresResourceVersion: true,
    versions: {
      [`${group}/v1beta1`]: {
        applyDefaults: applyBetaDefaults,
        toStored,
        fromStored,
        // Conversion would put these straight without a word.
        validate: ({ spec }: BetaDefinition) => [
          ...validateTopLevelFields(spec, FieldPath.of('spec')),
          ...validateFirstVersion(spec, FieldPath.of('spec')),
        ],
      },
    },
  };
}
