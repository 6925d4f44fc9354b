import { FieldPath, fieldErrorText } from '../../../api/validation/field-errors.ts';
import { hasSupportedReviewVersion } from '../../shared/webhooks/review-versions.ts';
import { hasUnprunedDefault } from './schema/defaults.ts';
import { type ExtensionNames, itemsOf, type JsonSchema, someSchema } from './schema/json-schema.ts';
import { validateListType } from './schema/merge-types.ts';
import type { SchemaValidationOptions } from './schema/schema-validation-options.ts';
import { StepBudget } from './schema/step-budget.ts';
import { canBeStructural, validateStructural } from './schema/structural.ts';
import { isStandardType } from './schema/supported-fields.ts';
import type { BetaDefinition, BetaSpec } from './types.ts';
import { schemaOf } from './version-validation.ts';

/** What is asked of a definition. */
export interface DefinitionValidationOptions extends SchemaValidationOptions {
  requireSchema: boolean;
  requireSupportedReviewVersion: boolean;
}

/** The schemas of a definition, each once, with `undefined` if a version has none. */
export const schemasOf = ({ validation, versions }: BetaSpec): (JsonSchema | undefined)[] => [
  ...new Set([
    ...(validation === undefined ? [] : [schemaOf(validation)]),
    ...(versions ?? []).map(({ schema }) => schemaOf(schema ?? validation)),
  ]),
];

/** v1beta1 asks for less. */
export const optionsForCreate = (isBeta: boolean, names: ExtensionNames): DefinitionValidationOptions => ({
  names,
  allowDefaults: !isBeta,
  requireValidTypes: !isBeta,
  requireStructural: !isBeta,
  requirePrunedDefaults: true,
  requireAtomicSets: !isBeta,
  requireMapKeys: !isBeta,
  requireSchema: !isBeta,
  requireSupportedReviewVersion: true,
  budget: new StepBudget(),
});

/**
 * What the stored definition breaks already may go on being broken. Takes several walks through all of its schemas;
 * what holds to `strictness` holds to these rules too.
 */
export function optionsForUpdate(
  old: BetaDefinition,
  isBeta: boolean,
  names: ExtensionNames,
): DefinitionValidationOptions {
  const rules = optionsForCreate(isBeta, names);
  const schemas = schemasOf(old.spec);
  const reviewVersions = old.spec.conversion?.conversionReviewVersions;
  const some = (test: (schema: JsonSchema) => boolean) => schemas.some((schema) => someSchema(schema, test));
  return {
    ...rules,
    allowDefaults: rules.allowDefaults || some((schema) => schema.default !== undefined),
    requireValidTypes: rules.requireValidTypes && !some(({ type }) => !isStandardType(type)),
    requireStructural: rules.requireStructural && !schemas.some((schema) => isNonStructural(schema, names)),
    requirePrunedDefaults: !schemas.some((schema) => hasUnprunedDefaults(schema, names)),
    requireAtomicSets:
      rules.requireAtomicSets &&
      !some((schema) => breaksOptionalRules(schema, { ...rules, requireMapKeys: false }, names)),
    requireMapKeys:
      rules.requireMapKeys &&
      !some((schema) => breaksOptionalRules(schema, { ...rules, requireAtomicSets: false }, names)),
    requireSchema: rules.requireSchema && schemas.every((schema) => schema !== undefined),
    requireSupportedReviewVersion: !reviewVersions?.length || hasSupportedReviewVersion(reviewVersions),
  };
}

function isNonStructural(schema: JsonSchema | undefined, names: ExtensionNames): boolean {
  if (schema === undefined) return false;
  return !canBeStructural(schema, names) || validateStructural(schema, FieldPath.root, names).length > 0;
}

const hasUnprunedDefaults = (schema: JsonSchema | undefined, names: ExtensionNames): boolean =>
  schema !== undefined && hasUnprunedDefault(schema, names) && !isNonStructural(schema, names);

/** Whether it is one of the rules in question that is broken: the others have no switch. */
function breaksOptionalRules(
  schema: JsonSchema,
  rules: SchemaValidationOptions,
  names: ExtensionNames,
): boolean {
  if (schema[names.listType] === undefined || itemsOf(schema) === undefined) return false;
  const errors = (asked: SchemaValidationOptions) =>
    validateListType(schema, FieldPath.root, asked).map(fieldErrorText);
  return errors(rules).length > errors({ ...rules, requireAtomicSets: false, requireMapKeys: false }).length;
}
