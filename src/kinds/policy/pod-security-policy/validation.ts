import { goList } from '../../../api/go-format/go-syntax.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type {
  PolicyV1beta1PodSecurityPolicy,
  PolicyV1beta1PodSecurityPolicySpec,
} from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  FieldPath,
  invalid,
  notSupported,
  required,
} from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { validateNoBacksteps } from '../../shared/file-paths.ts';
import { validateCsiDriverName } from '../../shared/volume-sources/index.ts';
import { validatePolicyAnnotations } from './annotations.ts';
import { validateRuntimeClass } from './runtime-class.ts';
import { validateStrategies } from './strategies.ts';
import { validateNoOverlap, validateSysctls } from './sysctls.ts';
import { volumeTypes } from './volume-types.ts';

type Spec = PolicyV1beta1PodSecurityPolicySpec;

const specPath = FieldPath.of('spec');
const allCapabilities = '*';

export function validatePolicy(
  { metadata, spec }: PolicyV1beta1PodSecurityPolicy,
  dialect: Dialect,
): FieldError[] {
  const { volumes = [], allowedUnsafeSysctls, forbiddenSysctls } = spec;
  const allowedPath = specPath.child('allowedUnsafeSysctls');
  const forbiddenPath = specPath.child('forbiddenSysctls');
  return [
    ...validatePolicyAnnotations(metadata.annotations, dialect),
    ...validateStrategies(spec, specPath),
    ...validateEach(volumes, (type) =>
      volumeTypes.includes(type) ? [] : [notSupported(specPath.child('volumes'), type, volumeTypes)],
    ),
    ...validateCapabilities(spec),
    ...validateEscalation(spec),
    ...validateProcMounts(spec),
    ...validateHostPaths(spec),
    ...validateDrivers(spec),
    ...validateSysctls(allowedUnsafeSysctls, allowedPath),
    ...validateSysctls(forbiddenSysctls, forbiddenPath),
    ...validateNoOverlap(allowedUnsafeSysctls, forbiddenSysctls, [allowedPath, forbiddenPath]),
    ...validateRuntimeClass(spec.runtimeClass, specPath.child('runtimeClass')),
  ];
}

/** The error paths lack the leading `spec`, for compatibility. */
function validateCapabilities(spec: Spec): FieldError[] {
  const { requiredDropCapabilities: drops = [], allowedCapabilities = [] } = spec;
  const mustBeEmpty = 'must be empty when all capabilities are allowed by a wildcard';
  const dropSet = new Set(drops);
  const dropped = (field: 'defaultAddCapabilities' | 'allowedCapabilities') =>
    validateEach(spec[field] ?? [], (name) =>
      dropSet.has(name)
        ? [invalid(field, name, `capability is listed in ${field} and requiredDropCapabilities`)]
        : [],
    );
  return [
    ...(drops.length > 0 && allowedCapabilities.includes(allCapabilities)
      ? [invalid('requiredDropCapabilities', goList('core.Capability', drops), mustBeEmpty)]
      : []),
    ...dropped('defaultAddCapabilities'),
    ...dropped('allowedCapabilities'),
  ];
}

function validateEscalation(spec: Spec): FieldError[] {
  const text =
    'Cannot set DefaultAllowPrivilegeEscalation to true without also setting AllowPrivilegeEscalation to true';
  return spec.defaultAllowPrivilegeEscalation && !spec.allowPrivilegeEscalation
    ? [invalid(specPath.child('defaultAllowPrivilegeEscalation'), true, text)]
    : [];
}

const procMounts = ['Default', 'Unmasked'];

function validateProcMounts({ allowedProcMountTypes = [] }: Spec): FieldError[] {
  const path = specPath.child('allowedProcMountTypes');
  return validateEach(allowedProcMountTypes, (type, index) =>
    procMounts.includes(type) ? [] : [notSupported(path.index(index), type, procMounts)],
  );
}

/** Paths after an empty one are not checked. */
function validateHostPaths({ allowedHostPaths = [] }: Spec): FieldError[] {
  const path = specPath.child('allowedHostPaths');
  const empty = allowedHostPaths.findIndex(({ pathPrefix }) => !pathPrefix);
  const checked = empty === -1 ? allowedHostPaths : allowedHostPaths.slice(0, empty);
  return [
    ...validateEach(checked, ({ pathPrefix = '' }, index) =>
      validateNoBacksteps(pathPrefix, path.index(index)),
    ),
    ...(empty === -1 ? [] : [required(path.index(empty), 'is required')]),
  ];
}

/** The error paths repeat the field name, for compatibility. */
function validateDrivers({ allowedFlexVolumes = [], allowedCSIDrivers = [] }: Spec): FieldError[] {
  const flexPath = specPath.child('allowedFlexVolumes', 'allowedFlexVolumes');
  const csiPath = specPath.child('allowedCSIDrivers', 'allowedCSIDriver');
  return [
    ...validateEach(allowedFlexVolumes, ({ driver }, index) =>
      driver === '' ? [required(flexPath.index(index).child('driver'), 'must specify a driver')] : [],
    ),
    ...validateEach(allowedCSIDrivers, ({ name }, index) =>
      validateCsiDriverName(name, csiPath.index(index).child('name')),
    ),
  ];
}
