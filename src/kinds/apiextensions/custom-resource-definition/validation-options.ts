import {
  type ExtensionNames,
  itemsOf,
  type JsonSchema,
  someSchema,
} from '../../../api/schema/json-schema.ts';
import { validateListType } from '../../../api/structural-schema/merge-types.ts';
import type { SchemaValidationOptions } from '../../../api/structural-schema/schema-validation-options.ts';
import { StepBudget } from '../../../api/structural-schema/step-budget.ts';
import { canBeStructural, validateStructural } from '../../../api/structural-schema/structural.ts';
import { isStandardType } from '../../../api/structural-schema/supported-fields.ts';
import { hasUnprunedDefault } from '../../../api/structural-schema/validate-defaults.ts';
import { FieldPath } from '../../../api/validation/field-errors.ts';
import { hasSupportedReviewVersion } from '../../shared/webhooks/review-versions.ts';
import type { BetaDefinition, BetaSpec } from './types.ts';
import { schemaOf } from './version-validation.ts';

/** The rules that a definition must meet. */
export interface DefinitionValidationOptions extends SchemaValidationOptions {
  requireSchema: boolean;
  requireSupportedReviewVersion: boolean;
  /** Whether the authorities of a webhook have to be certificates. */
  requireCertificates: boolean;
  /** Whether the path of a webhook's address may have spaces. */
  takesSpaces: boolean;
}

/** The part of the options that is the same for new definitions and for changed ones. */
export interface CommonOptions
  extends Pick<
    DefinitionValidationOptions,
    'names' | 'rules' | 'style' | 'takesSpaces' | 'requireCertificates'
  > {
  readonly isBeta: boolean;
}

/** The distinct schemas of a definition; `undefined` is one of them if a version has no schema. */
export const schemasOf = ({ validation, versions }: BetaSpec): (JsonSchema | undefined)[] => [
  ...new Set([
    ...(validation === undefined ? [] : [schemaOf(validation)]),
    ...(versions ?? []).map(({ schema }) => schemaOf(schema ?? validation)),
  ]),
];

/** v1beta1 is less strict. */
export const optionsForCreate = ({ isBeta, ...common }: CommonOptions): DefinitionValidationOptions => ({
  ...common,
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
 * An update may keep breaking the rules that the stored definition breaks. Walks several times through all of its
 * schemas. A definition that meets `optionsForCreate` meets these too.
 */
export function optionsForUpdate(old: BetaDefinition, common: CommonOptions): DefinitionValidationOptions {
  const options = optionsForCreate(common);
  const { names } = options;
  const schemas = schemasOf(old.spec);
  const reviewVersions = old.spec.conversion?.conversionReviewVersions;
  const some = (test: (schema: JsonSchema) => boolean) => schemas.some((schema) => someSchema(schema, test));
  return {
    ...options,
    allowDefaults: options.allowDefaults || some((schema) => schema.default !== undefined),
    requireValidTypes: options.requireValidTypes && !some(({ type }) => !isStandardType(type)),
    requireStructural: options.requireStructural && !schemas.some((schema) => isNonStructural(schema, names)),
    requirePrunedDefaults: !schemas.some((schema) => hasUnprunedDefaults(schema, names)),
    requireAtomicSets:
      options.requireAtomicSets &&
      !some((schema) => breaksOptionalRules(schema, { ...options, requireMapKeys: false })),
    requireMapKeys:
      options.requireMapKeys &&
      !some((schema) => breaksOptionalRules(schema, { ...options, requireAtomicSets: false })),
    requireSchema: options.requireSchema && schemas.every((schema) => schema !== undefined),
    requireSupportedReviewVersion: !reviewVersions?.length || hasSupportedReviewVersion(reviewVersions),
  };
}

function isNonStructural(schema: JsonSchema | undefined, names: ExtensionNames): boolean {
  if (schema === undefined) return false;
  return !canBeStructural(schema, names) || validateStructural(schema, FieldPath.root, names).length > 0;
}

const hasUnprunedDefaults = (schema: JsonSchema | undefined, names: ExtensionNames): boolean =>
  schema !== undefined && hasUnprunedDefault(schema, names) && !isNonStructural(schema, names);

/** Whether a schema breaks rules that `options` require, beyond those that are always required. */
function breaksOptionalRules(schema: JsonSchema, options: SchemaValidationOptions): boolean {
  if (schema[options.names.listType] === undefined || itemsOf(schema) === undefined) return false;
  const count = (checked: SchemaValidationOptions) =>
    validateListType(schema, FieldPath.root, checked).length;
  return count(options) > count({ ...options, requireAtomicSets: false, requireMapKeys: false });
}
