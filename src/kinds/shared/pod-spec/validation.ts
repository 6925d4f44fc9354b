import type { CoreV1PodSpec } from '../../../api/schema/types.gen.ts';
import { validateLabels } from '../../../api/selectors/label-selector.ts';
import { type FieldError, type FieldPath, forbidden, tooLong } from '../../../api/validation/field-errors.ts';
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
import { type ContainerContext, type PodContext, type PodSpecOptions, podContext } from './options.ts';
import { validateOs } from './os.ts';
import { validatePodResources } from './pod-resources.ts';
import { validatePodSecurityContext } from './pod-security-context.ts';
import { validateHostNetworkPorts } from './ports.ts';
import { validateResourceClaims } from './resource-claims.ts';
import { validateResources } from './resources.ts';
import { validateAffinity } from './scheduling/affinity.ts';
import { validateSchedulingGates, validateSchedulingGroup } from './scheduling/scheduling-gates.ts';
import { validateTolerations } from './scheduling/tolerations.ts';
import { validateTopologySpread } from './scheduling/topology-spread.ts';
import { validateUserNamespace } from './user-namespace.ts';
import { validateVolumes } from './volumes.ts';
import { validateHostProcess } from './windows.ts';

/** Validates the spec of a pod. Errors come in the order that clients know. */
export function validatePodSpec(
  spec: CoreV1PodSpec,
  path: FieldPath,
  api: ServedApi,
  options: PodSpecOptions = {},
): FieldError[] {
  const context = podContext(api, options);
  return [
    ...validateContents(spec, path, context),
    ...validateEnvironment(spec, path, context),
    ...validateReferences(spec, path),
    ...validateHostnameOverride(spec, path.child('hostnameOverride')),
    ...validateTolerations(spec.tolerations, path.child('tolerations'), api),
    ...validateHostAliases(spec.hostAliases, path.child('hostAliases'), context),
    ...validateClasses(spec, path),
    ...(spec.overhead === undefined
      ? []
      : validateResources({ limits: spec.overhead }, path.child('overhead'), context)),
    ...validateOs(spec, path, context),
    ...validateSchedulingGroup(spec, path),
  ];
}

function validateContents(spec: CoreV1PodSpec, path: FieldPath, context: PodContext): FieldError[] {
  const { errors, volumes } = validateVolumes(spec.volumes, path.child('volumes'), context);
  const known: ContainerContext = { ...context, spec, volumes };
  return [
    ...errors,
    ...validateResourceClaims(spec.resourceClaims, path.child('resourceClaims'), context),
    ...validateContainers(spec.containers ?? [], path.child('containers'), known),
    ...validateInitContainers(spec.initContainers, path.child('initContainers'), known),
    ...validateEphemeralContainers(spec, path.child('ephemeralContainers'), known),
    ...validatePodResources(spec, path.child('resources'), context),
    ...(context.features.since28 ? validateHostNetworkPorts(spec, path.child('containers'), context) : []),
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
    ...validatePodSecurityContext(spec, path, context),
    ...validateAffinity(spec.affinity, path.child('affinity'), context),
    ...validateDnsConfig(spec, path.child('dnsConfig'), context),
    ...validateEach(gates, ({ conditionType }, index) =>
      invalidEach(gatesPath.index(index).child('conditionType'), conditionType, qualifiedName(conditionType)),
    ),
    ...validateSchedulingGates(spec.schedulingGates, path.child('schedulingGates'), context),
    ...validateTopologySpread(
      spec.topologySpreadConstraints,
      path.child('topologySpreadConstraints'),
      context,
    ),
    ...validateHostProcess(spec, path, context),
    ...validateUserNamespace(spec, path, context),
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

/** Longest name of a host that the kernel knows. */
const maxHostname = 64;

function validateHostnameOverride(
  { hostnameOverride: name, setHostnameAsFQDN, hostNetwork }: CoreV1PodSpec,
  path: FieldPath,
): FieldError[] {
  if (name === undefined) return [];
  return [
    ...(setHostnameAsFQDN ? [forbidden(path, 'may not be specified when setHostnameAsFQDN is true')] : []),
    ...(hostNetwork ? [forbidden(path, 'may not be specified when hostNetwork is true')] : []),
    ...(Buffer.byteLength(name) > maxHostname ? [tooLong(path, maxHostname)] : []),
    ...validateSubdomainFormat(name, path),
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
