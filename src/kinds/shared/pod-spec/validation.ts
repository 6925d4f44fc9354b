import type { CoreV1PodOS, CoreV1PodSpec } from '../../../api/schema/types.gen.ts';
import { validateLabels } from '../../../api/selectors/label-selector.ts';
import {
  type FieldError,
  type FieldPath,
  notSupported,
  required,
} from '../../../api/validation/field-errors.ts';
import { qualifiedName } from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import {
  invalidEach,
  requireOneOf,
  validateLabelFormat,
  validateRange,
  validateSubdomainFormat,
} from '../field-checks.ts';
import type { ServedApi } from '../served-api.ts';
import { validateContainers, validateInitContainers } from './containers.ts';
import { validateDnsConfig, validateHostAliases } from './dns.ts';
import { validateEphemeralContainers } from './ephemeral-containers.ts';
import type { PodContext, PodSpecOptions } from './options.ts';
import { validatePodSecurityContext } from './pod-security-context.ts';
import { validateResources } from './resources.ts';
import { validateAffinity } from './scheduling/affinity.ts';
import { validateTolerations } from './scheduling/tolerations.ts';
import { validateTopologySpread } from './scheduling/topology-spread.ts';
import { validateVolumes } from './volumes.ts';
import { validateHostProcess } from './windows.ts';

/** Validates the spec of a pod. Errors come in the order that clients know. */
export function validatePodSpec(
  spec: CoreV1PodSpec,
  path: FieldPath,
  api: ServedApi,
  options: PodSpecOptions = {},
): FieldError[] {
  const context: PodContext = { ...options, dialect: api.dialect, gates: api.gates };
  return [
    ...validateContents(spec, path, context),
    ...validateEnvironment(spec, path, context),
    ...validateReferences(spec, path),
    ...validateTolerations(spec.tolerations, path.child('tolerations'), api),
    ...validateHostAliases(spec.hostAliases, path.child('hostAliases')),
    ...validateClasses(spec, path),
    ...(spec.overhead === undefined
      ? []
      : validateResources({ limits: spec.overhead }, path.child('overhead'), context)),
    ...validateOs(spec.os, path.child('os')),
  ];
}

function validateContents(spec: CoreV1PodSpec, path: FieldPath, context: PodContext): FieldError[] {
  const { errors, volumes } = validateVolumes(spec.volumes, path.child('volumes'), context);
  const containers = spec.containers ?? [];
  const known = { ...context, volumes };
  return [
    ...errors,
    ...validateContainers(containers, path.child('containers'), known),
    ...validateInitContainers(spec.initContainers, path.child('initContainers'), { ...known, containers }),
    ...validateEphemeralContainers(spec, path.child('ephemeralContainers'), known),
  ];
}

const restartPolicies = ['Always', 'OnFailure', 'Never'];
const dnsPolicies = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];

/** Validates policies, placement, network and rights of a pod. */
function validateEnvironment(spec: CoreV1PodSpec, path: FieldPath, context: PodContext): FieldError[] {
  const gates = spec.readinessGates ?? [];
  const gatesPath = path.child('readinessGates');
  return [
    ...requireOneOf(spec.restartPolicy, path.child('restartPolicy'), restartPolicies),
    ...requireOneOf(spec.dnsPolicy, path.child('dnsPolicy'), dnsPolicies),
    ...validateLabels(spec.nodeSelector, path.child('nodeSelector')),
    ...validatePodSecurityContext(spec, path),
    ...validateAffinity(spec.affinity, path.child('affinity')),
    ...validateDnsConfig(spec, path.child('dnsConfig')),
    ...validateEach(gates, ({ conditionType }, index) =>
      invalidEach(gatesPath.index(index).child('conditionType'), conditionType, qualifiedName(conditionType)),
    ),
    ...validateTopologySpread(spec.topologySpreadConstraints, path.child('topologySpreadConstraints')),
    ...validateHostProcess(spec, path, context),
  ];
}

/** The greatest whole number of 32 bits. */
export const maxInt32 = 2 ** 31 - 1;

function validateReferences(spec: CoreV1PodSpec, path: FieldPath): FieldError[] {
  const { serviceAccountName, nodeName, activeDeadlineSeconds, hostname, subdomain } = spec;
  return [
    ...(serviceAccountName
      ? validateSubdomainFormat(serviceAccountName, path.child('serviceAccountName'))
      : []),
    ...(nodeName ? validateSubdomainFormat(nodeName, path.child('nodeName')) : []),
    ...validateRange(activeDeadlineSeconds, path.child('activeDeadlineSeconds'), [1, maxInt32]),
    ...(hostname ? validateLabelFormat(hostname, path.child('hostname')) : []),
    ...(subdomain ? validateLabelFormat(subdomain, path.child('subdomain')) : []),
  ];
}

const preemptionPolicies = ['PreemptLowerPriority', 'Never'];

function validateClasses(spec: CoreV1PodSpec, path: FieldPath): FieldError[] {
  const { priorityClassName, runtimeClassName, preemptionPolicy } = spec;
  return [
    ...(priorityClassName ? validateSubdomainFormat(priorityClassName, path.child('priorityClassName')) : []),
    ...(runtimeClassName === undefined
      ? []
      : validateSubdomainFormat(runtimeClassName, path.child('runtimeClassName'))),
    ...(preemptionPolicy === undefined
      ? []
      : requireOneOf(preemptionPolicy, path.child('preemptionPolicy'), preemptionPolicies)),
  ];
}

const systems = ['linux', 'windows'];

function validateOs(os: CoreV1PodOS | undefined, path: FieldPath): FieldError[] {
  if (os === undefined) return [];
  if (os.name === '') return [required(path.child('name'), 'cannot be empty')];
  return systems.includes(os.name) ? [] : [notSupported(path, os.name, systems)];
}
