import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { GoText } from '../../../api/go-format/go-syntax.ts';
import { equalValues } from '../../../api/json/json-values.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type {
  FlowcontrolV1beta2ExemptPriorityLevelConfiguration,
  FlowcontrolV1beta2LimitedPriorityLevelConfiguration,
  FlowcontrolV1beta2LimitResponse,
  FlowcontrolV1beta2PriorityLevelConfiguration,
  FlowcontrolV1beta2PriorityLevelConfigurationSpec,
} from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../../api/validation/field-errors.ts';
import { truncatedJson } from '../../../util/truncate.ts';
import { validateFlowControlConditions } from '../../shared/flow-control-conditions.ts';
import { goJson } from '../../shared/go-types/index.ts';
import {
  type MandatoryLevels,
  mandatoryPriorityLevels,
  validateMandatorySpec,
} from '../../shared/mandatory-flow-control.ts';
import { validatePositive, validateQueuing } from './queuing.ts';
import { zeroSharesAnnotation } from './zero-shares.ts';

const specPath = FieldPath.of('spec');
const exempt = 'exempt';

type Level = FlowcontrolV1beta2PriorityLevelConfiguration;

/** Rules that came with a release. */
interface LevelRules {
  mandatory: MandatoryLevels;
  /** The share of the level of requests that are never held back may change. */
  exemptMayChange: boolean;
  /** The text for a type that does not fit the name. */
  exemptText: string;
  allowsZero: boolean;
  /** An annotation that only the conversion of another version knows; undefined in releases without it. */
  forbiddenAnnotation: string | undefined;
}

/** The validation of a release. Errors name the share as the version of the request does. */
export function priorityLevelValidation(
  dialect: Dialect,
  gates: FeatureGates,
): (level: Level, apiVersion?: string) => FieldError[] {
  const name = gates.isIn('1.34') ? '`name`' : 'name';
  const rules: LevelRules = {
    mandatory: mandatoryPriorityLevels(gates),
    exemptMayChange: gates.isIn('1.28'),
    exemptText: `${gates.isIn('1.34') ? '' : 'type '}must be 'Exempt' if and only if ${name} is 'exempt'`,
    allowsZero: gates.isIn('1.29') && gates.isOn('ZeroLimitedNominalConcurrencyShares'),
    forbiddenAnnotation: gates.isIn('1.29') ? zeroSharesAnnotation(dialect) : undefined,
  };
  return ({ metadata, spec, status }, apiVersion) => [
    ...validateAnnotations(metadata.annotations, rules),
    ...validateSpec(metadata.name ?? '', spec, rules, sharesField(apiVersion)),
    ...validateMandatory(metadata.name ?? '', spec, rules),
    ...validateFlowControlConditions(status.conditions, gates),
  ];
}

function validateAnnotations(
  annotations: Readonly<Record<string, string>> | undefined,
  { forbiddenAnnotation: key }: LevelRules,
): FieldError[] {
  if (key === undefined || !Object.hasOwn(annotations ?? {}, key)) return [];
  return [forbidden(FieldPath.of('metadata', 'annotations'), `annotation '${key}' is forbidden`)];
}

/** Versions up to v1beta2 call the share assured. */
const sharesField = (apiVersion = ''): string =>
  /\/v1$|\/v1beta3$/.test(apiVersion) ? 'nominalConcurrencyShares' : 'assuredConcurrencyShares';

function validateMandatory(
  name: string,
  spec: FlowcontrolV1beta2PriorityLevelConfigurationSpec,
  { mandatory, exemptMayChange }: LevelRules,
): FieldError[] {
  if (name !== exempt || !exemptMayChange)
    return validateMandatorySpec(name, spec, mandatory, () => shownSpec(spec));
  const fixed = { ...mandatory[exempt], exempt: spec.exempt };
  if (equalValues({ ...spec, exempt: spec.exempt }, fixed)) return [];
  const text = "spec of 'exempt' except the 'spec.exempt' field must equal the fixed value";
  return [invalid(specPath, shownSpec(spec), text)];
}

/** Messages call the share as the newest version does. */
function shownSpec(spec: FlowcontrolV1beta2PriorityLevelConfigurationSpec): GoText {
  const { limited } = spec;
  const nominalConcurrencyShares = limited?.assuredConcurrencyShares;
  const newest =
    limited === undefined ? spec : { ...spec, limited: { ...limited, nominalConcurrencyShares } };
  const json = truncatedJson(goJson('PriorityLevelConfigurationSpec', newest));
  return new GoText(truncatedJson(spec), json);
}

function validateSpec(
  name: string,
  spec: FlowcontrolV1beta2PriorityLevelConfigurationSpec,
  rules: LevelRules,
  sharesName: string,
): FieldError[] {
  const typePath = specPath.child('type');
  return [
    ...((name === exempt) === (spec.type === 'Exempt')
      ? []
      : [invalid(typePath, spec.type, rules.exemptText)]),
    ...validateType(spec, typePath, rules, sharesName),
  ];
}

function validateType(
  { type, limited, exempt: exemptShare }: FlowcontrolV1beta2PriorityLevelConfigurationSpec,
  path: FieldPath,
  rules: LevelRules,
  sharesName: string,
): FieldError[] {
  const limitedPath = specPath.child('limited');
  const exemptPath = specPath.child('exempt');
  switch (type) {
    case 'Exempt':
      if (limited !== undefined) return [forbidden(limitedPath, 'must be nil if the type is not Limited')];
      return exemptShare === undefined ? [] : validateExempt(exemptShare, exemptPath);
    case 'Limited':
      return [
        ...(exemptShare === undefined ? [] : [forbidden(exemptPath, 'must be nil if the type is Limited')]),
        ...(limited === undefined
          ? [required(limitedPath, 'must not be empty when type is Limited')]
          : validateLimited(limited, limitedPath, rules, sharesName)),
      ];
    default:
      return [notSupported(path, type, ['Exempt', 'Limited'])];
  }
}

function validateExempt(
  { nominalConcurrencyShares: shares, lendablePercent }: FlowcontrolV1beta2ExemptPriorityLevelConfiguration,
  path: FieldPath,
): FieldError[] {
  return [
    ...(shares !== undefined && shares < 0
      ? [invalid(path.child('nominalConcurrencyShares'), shares, 'must be a non-negative integer')]
      : []),
    ...validateLent(lendablePercent, path.child('lendablePercent')),
  ];
}

const validateLent = (percent: number | undefined, path: FieldPath): FieldError[] =>
  percent !== undefined && (percent < 0 || percent > 100)
    ? [invalid(path, percent, 'must be between 0 and 100, inclusive')]
    : [];

function validateLimited(
  limited: FlowcontrolV1beta2LimitedPriorityLevelConfiguration,
  path: FieldPath,
  { allowsZero }: LevelRules,
  sharesName: string,
): FieldError[] {
  const { assuredConcurrencyShares: shares, limitResponse, lendablePercent, borrowingLimitPercent } = limited;
  const sharesPath = path.child(sharesName);
  const ofShares = shares < 0 ? [invalid(sharesPath, shares, 'must be a non-negative integer')] : [];
  return [
    ...(allowsZero ? ofShares : validatePositive(shares, sharesPath)),
    ...validateResponse(limitResponse, path.child('limitResponse')),
    ...validateLent(lendablePercent, path.child('lendablePercent')),
    ...(borrowingLimitPercent !== undefined && borrowingLimitPercent < 0
      ? [
          invalid(
            path.child('borrowingLimitPercent'),
            borrowingLimitPercent,
            'if specified, must be a non-negative integer',
          ),
        ]
      : []),
  ];
}

function validateResponse({ type, queuing }: FlowcontrolV1beta2LimitResponse, path: FieldPath): FieldError[] {
  const queuingPath = path.child('queuing');
  switch (type) {
    case 'Reject':
      return queuing === undefined
        ? []
        : [forbidden(queuingPath, 'must be nil if limited.limitResponse.type is not Limited')];
    case 'Queue':
      return queuing === undefined
        ? [required(queuingPath, 'must not be empty if limited.limitResponse.type is Limited')]
        : validateQueuing(queuing, queuingPath);
    default:
      return [notSupported(path.child('type'), type, ['Queue', 'Reject'])];
  }
}
