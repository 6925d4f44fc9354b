import type { CoreV1Service, CoreV1ServicePort } from '../../../api/schema/types.gen.ts';
import {
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  required,
} from '../../../api/validation/field-errors.ts';
import { portName, portNumber } from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { validateAppProtocol, validatePortNumber, validateProtocol } from '../../shared/addresses/ports.ts';
import { invalidEach, validateLabelFormat } from '../../shared/field-checks.ts';
import { shownPort } from './service-messages.ts';

/** Each port by itself. With more than one each needs a name, and its own. */
export function validatePorts(ports: readonly CoreV1ServicePort[], path: FieldPath): FieldError[] {
  const names = new Set<string>();
  return validateEach(ports, (port, index) => {
    const { name = '' } = port;
    const again = name !== '' && names.has(name);
    names.add(name);
    const portPath = path.index(index);
    const namePath = portPath.child('name');
    const errors = name === '' ? [] : validateLabelFormat(name, namePath);
    if (name === '' && ports.length > 1) errors.push(required(namePath));
    if (again) errors.push(duplicate(namePath, name));
    return [...errors, ...validatePort(port, portPath)];
  });
}

function validatePort(
  { port, protocol, targetPort, appProtocol }: CoreV1ServicePort,
  path: FieldPath,
): FieldError[] {
  const problems = typeof targetPort === 'number' ? portNumber(targetPort) : portName(targetPort);
  return [
    ...validatePortNumber(port, path.child('port')),
    ...validateProtocol(protocol, path.child('protocol')),
    ...invalidEach(path.child('targetPort'), targetPort, problems),
    ...validateAppProtocol(appProtocol, path.child('appProtocol')),
  ];
}

export function validateNoNodePorts({ spec }: CoreV1Service, path: FieldPath): FieldError[] {
  if (spec.type !== 'ClusterIP') return [];
  return validateEach(spec.ports ?? [], ({ nodePort }, index) =>
    nodePort
      ? [forbidden(path.index(index).child('nodePort'), "may not be used when `type` is 'ClusterIP'")]
      : [],
  );
}

/** TCP 53 and UDP 53 are two ports; they may even share one on the nodes. */
export function validateDistinctPorts(ports: readonly CoreV1ServicePort[], path: FieldPath): FieldError[] {
  const repeats = (numberOf: (port: CoreV1ServicePort) => number | undefined) => {
    const seen = new Set<string>();
    const again: [index: number, port: CoreV1ServicePort][] = [];
    ports.forEach((port, index) => {
      const number = numberOf(port);
      if (!number) return;
      const identity = `${port.protocol}/${number}`;
      if (seen.has(identity)) again.push([index, port]);
      seen.add(identity);
    });
    return again;
  };
  return [
    ...repeats(({ nodePort }) => nodePort).map(([index, { nodePort }]) =>
      duplicate(path.index(index).child('nodePort'), nodePort),
    ),
    ...repeats(({ port }) => port).map(([index, { protocol, port }]) =>
      duplicate(path.index(index), shownPort({ protocol, port })),
    ),
  ];
}
