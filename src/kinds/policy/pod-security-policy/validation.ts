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

/** The paths of these do not begin with `spec`. */
function validateCapabilities(spec: Spec): FieldError[] {
  const { requiredDropCapabilities: drops = [], allowedCapabilities = [] } = spec;
  const noDrops = 'must be empty when all capabilities are allowed by a wildcard';
  const taken = new Set(drops);
  const dropped = (field: 'defaultAddCapabilities' | 'allowedCapabilities') =>
    validateEach(spec[field] ?? [], (name) =>
      taken.has(name)
        ? [invalid(field, name, `capability is listed in ${field} and requiredDropCapabilities`)]
        : [],
    );
  return [
    ...(drops.length > 0 && allowedCapabilities.includes(allCapabilities)
      ? [invalid('requiredDropCapabilities', goList('core.Capability', drops), noDrops)]
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

/** Nothing after an empty one is looked at. */
function validateHostPaths({ allowedHostPaths = [] }: Spec): FieldError[] {
  const path = specPath.child('allowedHostPaths');
  const empty = allowedHostPaths.findIndex(({ pathPrefix }) => !pathPrefix);
  const looked = empty === -1 ? allowedHostPaths : allowedHostPaths.slice(0, empty);
  return [
    ...validateEach(looked, ({ pathPrefix = '' }, index) =>
      validateNoBacksteps(pathPrefix, path.index(index)),
    ),
    ...(empty === -1 ? [] : [required(path.index(empty), 'is required')]),
  ];
}

/** The paths say the field twice; clients are used to it. */
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
