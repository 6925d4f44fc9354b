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

export function validateStorageVersion({ status }: ApiserverinternalV1alpha1StorageVersion): FieldError[] {
  const servers = status.storageVersions ?? [];
  const isRepeated = repetitions(servers.map(({ apiServerID }) => apiServerID));
  return [
    ...validateEach(servers, (server, index) => {
      const path = statusPath.child('storageVersions').index(index);
      return [
        ...(isRepeated(index) ? [duplicate(path.child('apiServerID'), server.apiServerID ?? '')] : []),
        ...validateServer(server, path),
      ];
    }),
    ...validateCommon(status.commonEncodingVersion, servers, statusPath.child('commonEncodingVersion')),
    ...validateConditions(status.conditions ?? [], statusPath.child('conditions')),
  ];
}

function validateServer(server: Server, path: FieldPath): FieldError[] {
  const { apiServerID: id = '', encodingVersion: encoding = '', decodableVersions = [] } = server;
  const decodablePath = path.child('decodableVersions');
  return [
    ...invalidEach(path.child('apiServerID'), id, dns1123Subdomain(id)),
    ...validateApiVersion(encoding, path.child('encodingVersion')),
    ...validateEach(decodableVersions, (version, index) =>
      validateApiVersion(version, decodablePath.index(index)),
    ),
    ...(decodableVersions.includes(encoding)
      ? []
      : [
          invalid(
            decodablePath,
            decodableVersions,
            `decodableVersions must include encodingVersion ${encoding}`,
          ),
        ]),
  ];
}

function validateApiVersion(text: string, path: FieldPath): FieldError[] {
  const errors = apiVersionErrors(text);
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
  path: FieldPath,
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
      ...(reason === '' ? [required(own.child('reason'), 'reason cannot be empty')] : []),
      ...(message ? [] : [required(own.child('message'), 'message cannot be empty')]),
    ];
  });
}
