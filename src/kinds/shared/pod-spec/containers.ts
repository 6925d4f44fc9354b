import type { CoreV1Container } from '../../../api/schema/types.gen.ts';
import {
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
  required,
} from '../../../api/validation/field-errors.ts';
import { dns1123Label } from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { requireFormat, requireOneOf, requireText } from '../field-checks.ts';
import { validateEnv, validateEnvFrom } from './env.ts';
import {
  validateLifecycle,
  validateNoGracePeriod,
  validateProbe,
  validateSingleSuccess,
} from './handlers.ts';
import { validateVolumeDevices, validateVolumeMounts } from './mounts.ts';
import type { ContainerContext } from './options.ts';
import { validateContainerPorts, validateHostPorts } from './ports.ts';
import { validateResources } from './resources.ts';
import { validateSecurityContext } from './security-context.ts';

/** Containers that run at the same time. */
export function validateContainers(
  containers: readonly CoreV1Container[],
  path: FieldPath,
  context: ContainerContext,
): FieldError[] {
  if (containers.length === 0) return [required(path)];
  return [...validateContainerList(containers, path, context), ...validateHostPorts(containers, path)];
}

/** Init containers run one after the other: they may have the same ports. */
export function validateInitContainers(
  initContainers: readonly CoreV1Container[] = [],
  path: FieldPath,
  { containers, ...context }: ContainerContext & { containers: readonly CoreV1Container[] },
): FieldError[] {
  const taken = new Set(containers.map(({ name }) => name));
  return [
    ...validateContainerList(initContainers, path, context),
    ...validateEach(initContainers, (container) =>
      container.ports ? validateHostPorts([container], path) : [],
    ),
    ...validateEach(initContainers, (container, index) => {
      const containerPath = path.index(index);
      const errors = validateRunsOnce(container, containerPath);
      if (taken.has(container.name)) errors.unshift(duplicate(containerPath.child('name'), container.name));
      if (container.name !== '') taken.add(container.name);
      return errors;
    }),
  ];
}

const onlyWhenRunning = ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'] as const;

/** Init containers have no probes: they end before the pod starts. */
function validateRunsOnce(container: CoreV1Container, path: FieldPath): FieldError[] {
  return onlyWhenRunning
    .filter((field) => container[field] !== undefined)
    .map((field) => invalid(path.child(field), container[field], 'must not be set for init containers'));
}

function validateContainerList(
  containers: readonly CoreV1Container[],
  path: FieldPath,
  context: ContainerContext,
): FieldError[] {
  const taken = new Set<string>();
  return validateEach(containers, (container, index) => {
    const containerPath = path.index(index);
    const namePath = containerPath.child('name');
    const errors = requireFormat(container.name, namePath, dns1123Label);
    if (taken.has(container.name)) errors.push(duplicate(namePath, container.name));
    taken.add(container.name);
    const others = validateContainer(container, containerPath, context);
    return others.length === 0 ? errors : [...errors, ...others];
  });
}

const pullPolicies = ['Always', 'IfNotPresent', 'Never'];

/** Everything but the name. */
function validateContainer(
  container: CoreV1Container,
  path: FieldPath,
  context: ContainerContext,
): FieldError[] {
  return [
    ...requireText(container.image, path, 'image'),
    ...validateLifecycle(container, path.child('lifecycle')),
    ...validateProbes(container, path),
    ...validateInputs(container, path, context),
    ...requireOneOf(container.imagePullPolicy, path.child('imagePullPolicy'), pullPolicies),
    ...validateResources(container.resources, path.child('resources'), context),
    ...validateSecurityContext(container.securityContext, path.child('securityContext'), context),
  ];
}

/** Validates ports, environment and volume mounts. */
function validateInputs(
  container: CoreV1Container,
  path: FieldPath,
  { volumes }: ContainerContext,
): FieldError[] {
  const { ports, env, envFrom, volumeMounts, volumeDevices } = container;
  // There are pods of very many containers, which have none of these.
  if (!(ports ?? env ?? envFrom ?? volumeMounts ?? volumeDevices)) return [];
  return [
    ...validateContainerPorts(ports, path.child('ports')),
    ...validateEnv(env, path.child('env')),
    ...validateEnvFrom(envFrom, path.child('envFrom')),
    ...validateVolumeMounts(container, path.child('volumeMounts'), volumes),
    ...validateVolumeDevices(container, path.child('volumeDevices'), volumes),
  ];
}

function validateProbes(container: CoreV1Container, path: FieldPath): FieldError[] {
  const { livenessProbe, readinessProbe, startupProbe } = container;
  const policyPath = path.child('terminationMessagePolicy');
  if (!(livenessProbe ?? readinessProbe ?? startupProbe)) return validateMessagePolicy(container, policyPath);
  const [liveness, readiness, startup] = ['livenessProbe', 'readinessProbe', 'startupProbe'] as const;
  return [
    ...validateProbe(livenessProbe, path.child(liveness)),
    ...validateNoGracePeriod(readinessProbe, path.child(readiness)),
    // The API reports the problems of this one twice.
    ...validateProbe(startupProbe, path.child(startup)),
    ...validateSingleSuccess(livenessProbe, path.child(liveness)),
    ...validateProbe(startupProbe, path.child(startup)),
    ...validateSingleSuccess(startupProbe, path.child(startup)),
    ...validateMessagePolicy(container, policyPath),
    ...validateProbe(readinessProbe, path.child(readiness)),
  ];
}

const messagePolicies = ['File', 'FallbackToLogsOnError'];
const messagePolicyText = "must be 'File' or 'FallbackToLogsOnError'";

function validateMessagePolicy(
  { terminationMessagePolicy: policy }: CoreV1Container,
  path: FieldPath,
): FieldError[] {
  if (!policy) return [required(path, messagePolicyText)];
  return messagePolicies.includes(policy) ? [] : [invalid(path, policy, messagePolicyText)];
}

/** Go's idea of white space. */
const edgeBlank =
  /^[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]|[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]$/;

/** Checks images of pods, not of templates: there an image of blanks has been in use as a placeholder. */
export function validateImageEdges(
  containers: readonly CoreV1Container[] = [],
  path: FieldPath,
): FieldError[] {
  return validateEach(containers, ({ image = '' }, index) =>
    edgeBlank.test(image)
      ? [invalid(path.index(index).child('image'), image, 'must not have leading or trailing whitespace')]
      : [],
  );
}
