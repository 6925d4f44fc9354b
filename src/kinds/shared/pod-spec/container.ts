import type { CoreV1Container } from '../../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { dns1123Label } from '../../../api/validation/names.ts';
import { requireFormat, requireOneOf, requireText } from '../field-checks.ts';
import { validateEnv, validateEnvFrom } from './env.ts';
import { validateLifecycle } from './handlers.ts';
import { validateVolumeDevices, validateVolumeMounts } from './mounts.ts';
import type { ContainerContext } from './options.ts';
import { validateContainerPorts } from './ports.ts';
import { validateProbesTwice } from './probes.ts';
import { validateResources } from './resources.ts';
import { validateResizePolicy } from './restart-rules.ts';
import { validateSecurityContext } from './security-context.ts';

export const validateContainerName = ({ name }: CoreV1Container, path: FieldPath): FieldError[] =>
  requireFormat(name, path.child('name'), dns1123Label);

const pullPolicies = ['Always', 'IfNotPresent', 'Never'];

/** Validates all that containers of any kind have in common, but the name. */
export function validateContainer(
  container: CoreV1Container,
  path: FieldPath,
  context: ContainerContext,
): FieldError[] {
  return [
    ...requireText(container.image, path, 'image'),
    ...(context.features.since25
      ? validateMessagePolicy(container, path)
      : validateRunBefore25(container, path, context)),
    ...validateInputs(container, path, context),
    ...requireOneOf(container.imagePullPolicy, path.child('imagePullPolicy'), pullPolicies),
    ...validateResources(container.resources, path.child('resources'), context),
    ...validateResizePolicy(container, path.child('resizePolicy'), context),
    ...validateSecurityContext(container.securityContext, path.child('securityContext'), context),
  ];
}

const messagePolicies = ['File', 'FallbackToLogsOnError'];

const validateMessagePolicy = (container: CoreV1Container, path: FieldPath): FieldError[] =>
  requireOneOf(container.terminationMessagePolicy, path.child('terminationMessagePolicy'), messagePolicies);

/** The order in which errors came before they came once each. */
function validateRunBefore25(
  container: CoreV1Container,
  path: FieldPath,
  context: ContainerContext,
): FieldError[] {
  const { beforeReadiness, ofReadiness } = validateProbesTwice(container, path);
  return [
    ...validateLifecycle(container, path.child('lifecycle'), context),
    ...beforeReadiness,
    ...validateMessagePolicyBefore25(container, path.child('terminationMessagePolicy')),
    ...ofReadiness,
  ];
}

const messagePolicyText = "must be 'File' or 'FallbackToLogsOnError'";

function validateMessagePolicyBefore25(
  { terminationMessagePolicy: policy }: CoreV1Container,
  path: FieldPath,
): FieldError[] {
  if (!policy) return [required(path, messagePolicyText)];
  return messagePolicies.includes(policy) ? [] : [invalid(path, policy, messagePolicyText)];
}

/** Validates ports, environment and volume mounts. */
function validateInputs(
  container: CoreV1Container,
  path: FieldPath,
  context: ContainerContext,
): FieldError[] {
  const { ports, env, envFrom, volumeMounts, volumeDevices } = container;
  // There are pods of very many containers, which have none of these.
  if (!(ports ?? env ?? envFrom ?? volumeMounts ?? volumeDevices)) return [];
  return [
    ...validateContainerPorts(ports, path.child('ports')),
    ...validateEnv(env, path.child('env'), context),
    ...validateEnvFrom(envFrom, path.child('envFrom'), context),
    ...validateVolumeMounts(container, path.child('volumeMounts'), context),
    ...validateVolumeDevices(container, path.child('volumeDevices'), context),
  ];
}
