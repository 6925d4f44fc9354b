import type { CoreV1Container, CoreV1ContainerPort, CoreV1PodSpec } from '../../../api/schema/types.gen.ts';
import {
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
  required,
} from '../../../api/validation/field-errors.ts';
import { portName, portNumber } from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { invalidEach, requireOneOf } from '../field-checks.ts';
import type { PodContext } from './options.ts';

const protocols = ['SCTP', 'TCP', 'UDP'];

export function validateContainerPorts(
  ports: readonly CoreV1ContainerPort[] = [],
  path: FieldPath,
): FieldError[] {
  const names = new Set<string>();
  return validateEach(ports, (port, index) => {
    const { name, hostPort } = port;
    const portPath = path.index(index);
    return [
      ...(name ? validateName(name, portPath.child('name'), names) : []),
      ...validateContainerPort(port, portPath.child('containerPort')),
      ...(hostPort ? invalidEach(portPath.child('hostPort'), hostPort, portNumber(hostPort)) : []),
      ...requireOneOf(port.protocol, portPath.child('protocol'), protocols),
    ];
  });
}

const validateContainerPort = ({ containerPort }: CoreV1ContainerPort, path: FieldPath): FieldError[] =>
  containerPort === 0 ? [required(path)] : invalidEach(path, containerPort, portNumber(containerPort));

function validateName(name: string, path: FieldPath, taken: Set<string>): FieldError[] {
  const errors = invalidEach(path, name, portName(name));
  if (errors.length > 0) return errors;
  if (taken.has(name)) return [duplicate(path, name)];
  taken.add(name);
  return [];
}

/** Two containers that run at the same time cannot have the same port of the node. */
export function validateHostPorts(containers: readonly CoreV1Container[], path: FieldPath): FieldError[] {
  const taken = new Set<string>();
  const errors: FieldError[] = [];
  containers.forEach(({ ports = [] }, container) => {
    ports.forEach(({ protocol, hostIP, hostPort }, port) => {
      if (!hostPort) return;
      const key = `${protocol ?? ''}/${hostIP ?? ''}/${hostPort}`;
      if (taken.has(key)) {
        errors.push(duplicate(path.index(container).child('ports').index(port).child('hostPort'), key));
      }
      taken.add(key);
    });
  });
  return errors;
}

/** In the network of the node a container's port is the node's. Pods of templates get theirs when they are made. */
export function validateHostNetworkPorts(
  { hostNetwork, containers }: CoreV1PodSpec,
  path: FieldPath,
  { metadata, features: { since28 } }: PodContext,
): FieldError[] {
  if (!hostNetwork) return [];
  return validateEach(containers ?? [], ({ ports = [] }, container) =>
    validateEach(ports, ({ containerPort, hostPort = 0 }, port) => {
      if (containerPort === hostPort) return [];
      const at = path.index(container).child('ports').index(port);
      if (!since28) {
        const text = 'must match `hostPort` when `hostNetwork` is true';
        return [invalid(at.child('containerPort'), containerPort, text)];
      }
      if (metadata === undefined && hostPort === 0) return [];
      const text = 'must match `containerPort` when `hostNetwork` is true';
      return [invalid(at.child('hostPort'), hostPort, text)];
    }),
  );
}
