import { GoText } from '../../../api/go-format/go-syntax.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import { type FieldError, FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { unchanged } from '../../shared/same-value.ts';
import { isBeta } from '../../shared/version-name.ts';
import { approvalValidation } from './approval.ts';
import { fromStored } from './conversion.ts';
import { validateNames } from './names-validation.ts';
import { extensionNames } from './schema/json-schema.ts';
import { validateSpec } from './spec-validation.ts';
import type { BetaDefinition, BetaSpec, Definition } from './types.ts';
import {
  type DefinitionValidationOptions,
  optionsForCreate,
  optionsForUpdate,
} from './validation-options.ts';

const specPath = FieldPath.of('spec');
const statusPath = FieldPath.of('status');

/** `apiVersion` is the request's: v1, the stricter one, when it is not given. */
export function definitionValidation(dialect: Dialect) {
  const names = extensionNames(dialect);
  const validateApproval = approvalValidation(dialect);

  const validate = (definition: Definition, old?: Definition, apiVersion?: string): FieldError[] => {
    const common = fromStored(definition);
    const before = old && fromStored(old);
    const beta = isBeta(apiVersion);
    const errors = (rules: DefinitionValidationOptions) => [
      ...(old === undefined ? validateName(definition) : []),
      ...validateSpec(common.spec, rules),
      ...(before === undefined ? [] : validateImmutableFields(common.spec, before)),
      ...validateStatus(definition),
      ...validateStoredVersions(common),
      ...(beta ? [] : validateApproval(definition, old)),
      ...(beta ? [] : validatePruning(common.spec, before?.spec)),
    ];
    const found = errors(optionsForCreate(beta, names));
    // What the stored definition excuses matters only where there is something to excuse, and is costly to find out.
    if (found.length === 0 || before === undefined) return found;
    return errors(optionsForUpdate(before, beta, names));
  };

  return {
    validateCreate: (definition: Definition, apiVersion?: string) =>
      validate(definition, undefined, apiVersion),
    validateUpdate: validate,
    validateStatus,
  };
}

/** No name is generated either that is not the definition's own. */
function validateName({ metadata, spec }: Definition): FieldError[] {
  const own = `${spec.names.plural}.${spec.group}`;
  return (['generateName', 'name'] as const)
    .filter((field) => metadata[field] && metadata[field] !== own)
    .map((field) =>
      invalid(FieldPath.of('metadata', field), metadata[field], 'must be spec.names.plural+"."+spec.group'),
    );
}

/** Objects lie where these say, and clients know them by these. */
function validateImmutableFields(spec: BetaSpec, { spec: old, status }: BetaDefinition): FieldError[] {
  const names = specPath.child('names');
  const established = status.conditions?.find(({ type }) => type === 'Established');
  return [
    ...(established?.status === 'True'
      ? [
          ...unchanged(spec.scope, old.scope, specPath.child('scope')),
          ...unchanged(spec.names.kind, old.names.kind, names.child('kind')),
        ]
      : []),
    ...unchanged(spec.group, old.group, specPath.child('group')),
    ...unchanged(spec.names.plural, old.names.plural, names.child('plural')),
  ];
}

const validateStatus = ({ status }: Definition): FieldError[] =>
  validateNames(status.acceptedNames, statusPath.child('acceptedNames'));

/** A version in which something may be stored has to be described. */
function validateStoredVersions({ spec, status }: BetaDefinition): FieldError[] {
  const path = statusPath.child('storedVersions');
  const stored = status.storedVersions ?? [];
  const versions = spec.versions ?? [];
  const names = new Set(versions.map(({ name }) => name));
  // A name that is there twice is told where it stands last.
  const last = new Map(stored.map((name, index) => [name, index]));
  if (stored.length === 0)
    return [invalid(path, new GoText('[]string(nil)'), 'must have at least one stored version')];
  return [
    ...versions
      .filter(({ name, storage }) => storage && !last.has(name))
      .map((version) => invalid(path, version, `must have the storage version ${version.name}`)),
    ...validateEach(stored, (name, index) =>
      names.has(name) || last.get(name)! > index
        ? []
        : [invalid(path.index(index), name, 'must appear in spec.versions')],
    ),
  ];
}

/** Unknown fields can still be kept, schema by schema. */
function validatePruning(spec: BetaSpec, old: BetaSpec | undefined): FieldError[] {
  if (!spec.preserveUnknownFields || old?.preserveUnknownFields) return [];
  const text = 'cannot set to true, set x-preserve-unknown-fields to true in spec.versions[*].schema instead';
  return [invalid(specPath.child('preserveUnknownFields'), true, text)];
}
