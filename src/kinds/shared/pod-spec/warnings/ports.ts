import type { CoreV1ContainerPort, CoreV1PodSpec } from '../../../../api/schema/types.gen.ts';
import type { FieldPath } from '../../../../api/validation/field-errors.ts';
import { goQuote } from '../../../../util/quote.ts';
import type { PodFeatures } from '../features.ts';
import { allContainersWithPaths } from '../visit.ts';

interface Known {
  port: CoreV1ContainerPort;
  path: FieldPath;
}

/** Warnings about ports that several containers say they have. */
export function warnOfPorts(
  spec: CoreV1PodSpec,
  path: FieldPath,
  { since28, since33 }: PodFeatures,
): string[] {
  if (!since28) return [];
  const byNumber = new Map<string, Known[]>();
  const byName = new Map<string, FieldPath>();
  return allContainersWithPaths(spec, path).flatMap(({ container, path: containerPath }) =>
    (container.ports ?? []).flatMap((port, index) => {
      const at = containerPath.child('ports').index(index);
      const key = `${port.containerPort}/${port.protocol ?? ''}`;
      const others = byNumber.get(key) ?? [];
      byNumber.set(key, [...others, { port, path: at }]);
      return [
        ...(port.hostIP && !port.hostPort ? [`${at}: hostIP set without hostPort: ${goPort(port)}`] : []),
        ...others.flatMap((other) => {
          const relation = relationOf(port, other.port);
          return relation === undefined ? [] : [`${at}: ${relation} port definition with ${other.path}`];
        }),
        ...(since33 ? warnOfName(port, at, byName) : []),
      ];
    }),
  );
}

function relationOf(port: CoreV1ContainerPort, other: CoreV1ContainerPort): string | undefined {
  const [hostPort, otherHostPort] = [port.hostPort ?? 0, other.hostPort ?? 0];
  const [hostIP, otherHostIP] = [port.hostIP ?? '', other.hostIP ?? ''];
  if (hostIP === otherHostIP && hostPort === otherHostPort) return 'duplicate';
  if (hostPort === 0 || otherHostPort === 0) return 'overlapping';
  const oneIsAnywhere = (hostIP === '') !== (otherHostIP === '');
  return hostPort === otherHostPort && oneIsAnywhere ? 'dangerously ambiguous' : undefined;
}

function warnOfName({ name }: CoreV1ContainerPort, path: FieldPath, taken: Map<string, FieldPath>): string[] {
  if (!name) return [];
  const before = taken.get(name);
  if (before === undefined) {
    taken.set(name, path);
    return [];
  }
  const use = `services and probes that select ports by name will use ${before}`;
  return [`${path}: duplicate port name ${goQuote(name)} with ${before}, ${use}`];
}

const goPort = ({ name, hostPort, containerPort, protocol, hostIP }: CoreV1ContainerPort): string =>
  `{Name:${name ?? ''} HostPort:${hostPort ?? 0} ContainerPort:${containerPort} Protocol:${protocol ?? ''} HostIP:${hostIP ?? ''}}`;
