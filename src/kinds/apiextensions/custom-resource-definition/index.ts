import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import { FieldPath } from '../../../api/validation/field-errors.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { fromStored, toStored } from './conversion.ts';
import { applyBetaDefaults, applyDefaults } from './defaults.ts';
import { definitionDeletion } from './deletion.ts';
import { formatWarnings } from './format-warnings.ts';
import { strategy } from './strategy.ts';
import { validateFirstVersion, validateTopLevelFields } from './top-level-validation.ts';
import type { BetaDefinition, Definition } from './types.ts';
import { definitionValidation } from './validation.ts';

/** Adds a resource to the API. */
export function customResourceDefinition({ dialect, clock, gates }: KindDependencies): KindRules<Definition> {
  const group = fillPlaceholders(dialect, 'apiextensions.{api}');
  const warnings = formatWarnings(gates);
  const { validateInSteps, validateStatus } = definitionValidation(dialect, gates);
  return {
    group,
    kind: 'CustomResourceDefinition',
    applyDefaults,
    takesPlainFinalizers: true,
    ...(warnings === undefined ? {} : { warnings }),
    validateName: nameIsDnsSubdomain,
    ...strategy,
    deletion: definitionDeletion(dialect, clock, gates),
    validateInSteps,
    status: { validateUpdate: validateStatus },
    requiresResourceVersion: true,
    versions: {
      [`${group}/v1beta1`]: {
        applyDefaults: applyBetaDefaults,
        toStored,
        fromStored,
        // Conversion to v1 would silently repair these errors.
        validate: ({ spec }: BetaDefinition) => [
          ...validateTopLevelFields(spec, FieldPath.of('spec')),
          ...validateFirstVersion(spec, FieldPath.of('spec')),
        ],
      },
    },
  };
}
