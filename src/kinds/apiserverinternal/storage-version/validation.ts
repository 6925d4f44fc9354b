import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { isSentEmpty } from '../../../api/json/sent-empty.ts';
import type {
  ApiserverinternalV1alpha1ServerStorageVersion,
  ApiserverinternalV1alpha1StorageVersion,
  ApiserverinternalV1alpha1StorageVersionCondition,
} from '../../../api/schema/types.gen.ts';
import {
  duplicate,
  type FieldError,
  FieldPath,
  invalid,
  required,
} from '../../../api/validation/field-errors.ts';
import { dns1123Subdomain, qualifiedName } from '../../../api/validation/names.ts';
import { repetitions } from '../../../api/validation/repetitions.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { invalidEach } from '../../shared/field-checks.ts';
import { apiVersionErrors } from './names.ts';

type Server = ApiserverinternalV1alpha1ServerStorageVersion;

const statusPath = FieldPath.of('status');
const noCommonVersion =
  'should be nil if servers do not agree on the same encoding version, or if there is no server reporting the supported versions yet';

/** Rules and texts that came with a release. */
interface VersionRules {
  gates: FeatureGates;
  conditionsPath: FieldPath;
  /** Servers say in which versions they serve. */
  hasServedVersions: boolean;
  /** Messages do not say what is missing. */
  isShort: boolean;
}

export function storageVersionValidation(
  gates: FeatureGates,
): (version: ApiserverinternalV1alpha1StorageVersion) => FieldError[] {
  const rules = {
    gates,
    conditionsPath: gates.isIn('1.24') ? statusPath : statusPath.child('conditions'),
    hasServedVersions: gates.isIn('1.28'),
    isShort: gates.isIn('1.34'),
  };
  return (version) => validateStorageVersion(version, rules);
}

function validateStorageVersion(
  { status }: ApiserverinternalV1alpha1StorageVersion,
  rules: VersionRules,
): FieldError[] {
  const servers = status.storageVersions ?? [];
  const isRepeated = repetitions(servers.map(({ apiServerID }) => apiServerID));
  return [
    ...validateEach(servers, (server, index) => {
      const path = statusPath.child('storageVersions').index(index);
      return [
        ...(isRepeated(index) ? [duplicate(path.child('apiServerID'), server.apiServerID ?? '')] : []),
        ...validateServer(server, path, rules),
      ];
    }),
    ...validateCommon(status.commonEncodingVersion, servers, statusPath.child('commonEncodingVersion')),
    ...validateConditions(status.conditions ?? [], rules),
  ];
}

function validateServer(server: Server, path: FieldPath, rules: VersionRules): FieldError[] {
  const { gates } = rules;
  const { apiServerID: id = '', encodingVersion: encoding = '', decodableVersions = [] } = server;
  const servedPath = path.child('servedVersions');
  const served = rules.hasServedVersions ? (server.servedVersions ?? []) : [];
  const decodablePath = path.child('decodableVersions');
  return [
    ...invalidEach(path.child('apiServerID'), id, dns1123Subdomain(id)),
    ...validateApiVersion(encoding, path.child('encodingVersion'), gates),
    ...validateEach(decodableVersions, (version, index) =>
      validateApiVersion(version, decodablePath.index(index), gates),
    ),
    ...validateEach(served, (version, index) => [
      ...validateApiVersion(version, servedPath.index(index), gates),
      ...(decodableVersions.includes(version)
        ? []
        : [
            invalid(
              servedPath.index(index),
              version,
              `individual served version : ${version} must be included in decodableVersions : [${decodableVersions.join(' ')}]`,
            ),
          ]),
    ]),
    ...(decodableVersions.includes(encoding)
      ? []
      : [
          invalid(
            decodablePath,
            rules.isShort
              ? (server.decodableVersions ?? (isSentEmpty(server, 'decodableVersions') ? [] : undefined))
              : decodableVersions,
            `decodableVersions must include encodingVersion ${encoding}`,
          ),
        ]),
  ];
}

function validateApiVersion(text: string, path: FieldPath, gates: FeatureGates): FieldError[] {
  const errors = apiVersionErrors(text, gates);
  return errors.length === 0 ? [] : [invalid(path, text, errors.join(','))];
}

/** The common version is set exactly when all servers report the same encoding version. */
function validateCommon(
  common: string | undefined,
  servers: readonly Server[],
  path: FieldPath,
): FieldError[] {
  const [first] = servers;
  const agree = first !== undefined && servers.every((one) => one.encodingVersion === first.encodingVersion);
  if (!agree) return common === undefined ? [] : [invalid(path, common, noCommonVersion)];
  const actual = first.encodingVersion ?? '';
  if (common === actual) return [];
  const text =
    common === undefined ? 'the common encoding version is' : 'the actual common encoding version is';
  return [invalid(path, common, `${text} ${actual}`)];
}

function validateConditions(
  conditions: readonly ApiserverinternalV1alpha1StorageVersionCondition[],
  { conditionsPath: path, isShort }: VersionRules,
): FieldError[] {
  const firsts = new Map<string, number>();
  return validateEach(conditions, ({ type, status, reason, message }, index) => {
    const own = path.index(index);
    const first = firsts.get(type) ?? index;
    firsts.set(type, first);
    const repeated = `the type of the condition is not unique, it also appears in conditions[${first}]`;
    return [
      ...(first < index ? [invalid(own.child('type'), type, repeated)] : []),
      ...invalidEach(own.child('type'), type, qualifiedName(type)),
      ...invalidEach(own.child('status'), status, qualifiedName(status)),
      ...(reason === '' ? [required(own.child('reason'), isShort ? '' : 'reason cannot be empty')] : []),
      ...(message ? [] : [required(own.child('message'), isShort ? '' : 'message cannot be empty')]),
    ];
  });
}
