import { FieldPath, invalid } from '../../../../api/validation/field-errors.ts';
import type { ContainerRule, PodRule } from './rule.ts';

const context = FieldPath.of('spec', 'securityContext');

const namespaces = [
  ['hostNetwork', 'Host network is not allowed to be used'],
  ['hostPID', 'Host PID is not allowed to be used'],
  ['hostIPC', 'Host IPC is not allowed to be used'],
] as const;

export const hostNamespaces: PodRule = {
  check: ({ policy, pod }) =>
    namespaces
      .filter(([field]) => pod.spec[field] && !policy.spec[field])
      .map(([field, why]) => invalid(context.child(field), true, why)),
};

export const hostPorts: ContainerRule = {
  check: ({ policy, container, path }) => {
    const ranges = policy.spec.hostPorts ?? [];
    const text = ranges.map(({ min, max }) => (min === max ? `${min}` : `${min}-${max}`)).join(',');
    return (container.ports ?? []).flatMap(({ hostPort }) => {
      if (!hostPort || ranges.some(({ min, max }) => hostPort >= min && hostPort <= max)) return [];
      const why = `Host port ${hostPort} is not allowed to be used. Allowed ports: [${text}]`;
      return [invalid(path.child('hostPort'), hostPort, why)];
    });
  },
};

export const runtimeClass: PodRule = {
  fill: ({ policy, pod }) => {
    const name = policy.spec.runtimeClass?.defaultRuntimeClassName;
    if (name) pod.spec.runtimeClassName ??= name;
  },
  check: ({ policy, pod }) => {
    const { runtimeClass: wanted } = policy.spec;
    const { runtimeClassName: name } = pod.spec;
    if (!wanted || !name) return [];
    const allowed = wanted.allowedRuntimeClassNames ?? [];
    if (allowed.includes('*') || allowed.includes(name)) return [];
    return [invalid(FieldPath.of('spec', 'runtimeClassName'), name, '')];
  },
};
