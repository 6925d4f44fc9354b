import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { GoText } from '../../../api/go-format/go-syntax.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import { extensionNames } from '../../../api/schema/json-schema.ts';
import { valueStyleOf } from '../../../api/structural-schema/value-style.ts';
import { approvals } from '../../../api/validation/api-approval.ts';
import { type FieldError, FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import type { Interruptible } from '../../../util/slices.ts';
import { truncatedJson } from '../../../util/truncate.ts';
import { unchanged } from '../../shared/unchanged.ts';
import { isBeta } from '../../shared/version-name.ts';
import { fromStored } from './conversion.ts';
import { hasCertificates } from './conversion-validation.ts';
import { DefinitionRules } from './definition-rules.ts';
import { validateNames } from './names-validation.ts';
import { validateSelectableFields } from './selectable-fields.ts';
import { validateSpec } from './spec-validation.ts';
import type { BetaDefinition, BetaSpec, Definition } from './types.ts';
import {
  type DefinitionValidationOptions,
  optionsForCreate,
  optionsForUpdate,
} from './validation-options.ts';

const specPath = FieldPath.of('spec');
/** The release from which on values have to meet rules in expressions. */
const rulesSince = '1.25';
/** The release from which on a missing version is explained. */
const explainedSince = '1.33';
/** The release from which on authorities that are certificates stay so. */
const certificatesSince = '1.31';
/** The release from which on the address of a webhook may have spaces in its path. */
const spacesSince = '1.24';

const statusPath = FieldPath.of('status');

/** `apiVersion` is the request's; undefined counts as v1, the stricter version. */
export function definitionValidation(dialect: Dialect, gates: FeatureGates) {
  const names = extensionNames(dialect);
  const hasRules = gates.isIn(rulesSince);
  const rules = hasRules ? new DefinitionRules(gates.release, names, gates.minCompatibility) : undefined;
  const keepsCertificates = gates.isIn(certificatesSince);
  const ofRelease = { names, style: valueStyleOf(gates), takesSpaces: gates.isIn(spacesSince) };
  const { validateApproval } = approvals(dialect);
  const pruningExtension = hasRules ? names.preserveUnknownFields : 'x-preserve-unknown-fields';
  const isExplained = gates.isIn(explainedSince);

  function* validate(
    definition: Definition,
    old?: Definition,
    apiVersion?: string,
  ): Interruptible<FieldError[]> {
    const betaDefinition = fromStored(definition);
    const before = old && fromStored(old);
    const beta = isBeta(apiVersion);
    const validateWith = function* (options: DefinitionValidationOptions): Interruptible<FieldError[]> {
      return [
        ...(old === undefined ? validateName(definition) : []),
        ...(yield* validateSpec(betaDefinition.spec, options)),
        ...validateSelectableFields(betaDefinition.spec, names),
        ...(before === undefined ? [] : validateImmutableFields(betaDefinition.spec, before)),
        ...validateStatus(definition),
        ...validateStoredVersions(betaDefinition, isExplained),
        ...(beta ? [] : validateApproval(definition, old)),
        ...(beta ? [] : validatePruning(betaDefinition.spec, before?.spec, pruningExtension)),
      ];
    };
    const common = {
      ...ofRelease,
      isBeta: beta,
      rules: rules?.of(before?.spec),
      requireCertificates:
        keepsCertificates && before !== undefined && hasCertificates(before.spec.conversion),
    };
    const errors = yield* validateWith(optionsForCreate(common));
    // The exemptions of an update only matter if there are errors, and are costly to compute.
    if (errors.length === 0 || before === undefined) return errors;
    return yield* validateWith(optionsForUpdate(before, common));
  }

  return {
    validateInSteps: {
      create: (definition: Definition, apiVersion?: string) => validate(definition, undefined, apiVersion),
      update: validate,
    },
    validateStatus,
  };
}

/** `generateName` must be the full name as well. */
function validateName({ metadata, spec }: Definition): FieldError[] {
  const own = `${spec.names.plural}.${spec.group}`;
  return (['generateName', 'name'] as const)
    .filter((field) => metadata[field] && metadata[field] !== own)
    .map((field) =>
      invalid(FieldPath.of('metadata', field), metadata[field], 'must be spec.names.plural+"."+spec.group'),
    );
}

/** Group and plural determine the storage keys; scope and kind are fixed once the resource is served. */
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

const explained = (version: string): string =>
  `missing from spec.versions; ${version} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${version} and removes ${version} from status.storedVersions`;

/** Every version that objects may be stored in must be specified. `isExplained`: the message says how to do without it. */
function validateStoredVersions({ spec, status }: BetaDefinition, isExplained: boolean): FieldError[] {
  const path = statusPath.child('storedVersions');
  const stored = status.storedVersions ?? [];
  const versions = spec.versions ?? [];
  const names = new Set(versions.map(({ name }) => name));
  // A repeated name is reported at its last index.
  const last = new Map(stored.map((name, index) => [name, index]));
  const found = new Set<string>();
  if (stored.length === 0)
    return [invalid(path, new GoText('[]string(nil)', 'null'), 'must have at least one stored version')];
  return [
    ...versions
      .filter(({ name, storage }) => {
        const isStored = last.has(name) && !found.has(name);
        found.add(name);
        return storage && !isStored;
      })
      .map((version) => {
        const value = new GoText(truncatedJson(version), truncatedJson(stored));
        return invalid(path, value, `must have the storage version ${version.name}`);
      }),
    ...validateEach(stored, (name, index) =>
      names.has(name) || last.get(name)! > index
        ? []
        : [invalid(path.index(index), name, isExplained ? explained(name) : 'must appear in spec.versions')],
    ),
  ];
}

/** preserveUnknownFields cannot be turned on any more, except per schema by the extension, as messages name it. */
function validatePruning(spec: BetaSpec, old: BetaSpec | undefined, extension: string): FieldError[] {
  if (!spec.preserveUnknownFields || old?.preserveUnknownFields) return [];
  const text = `cannot set to true, set ${extension} to true in spec.versions[*].schema instead`;
  return [invalid(specPath.child('preserveUnknownFields'), true, text)];
}
