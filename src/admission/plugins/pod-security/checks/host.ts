import type { AnyContainer } from '../../shared/containers.ts';
import {
  type Check,
  containersIn,
  containersText,
  namesOf,
  plural,
  quoted,
  settersText,
  sorted,
} from './check.ts';

/** Pods are apart from the machine that they are on: its network, its processes, its files, its ports. */

export const hostNamespaces: Check = {
  since: 0,
  look: ({ spec }) => {
    const shared = (['hostNetwork', 'hostPID', 'hostIPC'] as const).filter((name) => spec[name]);
    if (shared.length === 0) return undefined;
    return { reason: 'host namespaces', detail: shared.map((name) => `${name}=true`).join(', ') };
  },
};

export const hostPathVolumes: Check = {
  since: 0,
  look: ({ spec }) => {
    const names = (spec.volumes ?? []).filter(({ hostPath }) => hostPath).map(({ name }) => name);
    if (names.length === 0) return undefined;
    return { reason: 'hostPath volumes', detail: `${plural('volume', names.length)} ${quoted(names)}` };
  },
};

export const hostPorts: Check = {
  since: 0,
  look: (pod) => {
    const names = namesOf(pod, (_, { ports }) => (ports ?? []).some(({ hostPort }) => hostPort));
    if (names.length === 0) return undefined;
    const ports = sorted(
      containersIn(pod).flatMap((container) =>
        (container.ports ?? []).flatMap(({ hostPort }) => (hostPort ? String(hostPort) : [])),
      ),
    );
    const uses = names.length === 1 ? 'uses' : 'use';
    const word = plural('hostPort', ports.length);
    return { reason: 'hostPort', detail: `${containersText(names)} ${uses} ${word} ${ports.join(', ')}` };
  },
};

export const hostProbes: Check = {
  since: 34,
  look: (pod) => {
    const hosts = new Set<string>();
    const names = containersIn(pod)
      .filter((container) => {
        const own = hostsOf(container);
        for (const host of own) hosts.add(host);
        return own.length > 0;
      })
      .map(({ name }) => name);
    if (names.length === 0) return undefined;
    const uses = names.length === 1 ? 'uses' : 'use';
    const word = plural('probe or lifecycle host', hosts.size);
    return {
      reason: 'probe or lifecycle host',
      detail: `${containersText(names)} ${uses} ${word} ${quoted(sorted(hosts))}`,
    };
  },
};

/** Hosts other than the pod itself that its node is to connect to. */
function hostsOf(container: AnyContainer): string[] {
  const { livenessProbe, readinessProbe, startupProbe, lifecycle } = container;
  return [livenessProbe, readinessProbe, startupProbe, lifecycle?.postStart, lifecycle?.preStop].flatMap(
    (handler) =>
      [handler?.httpGet?.host, handler?.tcpSocket?.host].filter((host) => Boolean(host)) as string[],
  );
}

export const windowsHostProcess: Check = {
  since: 0,
  look: (pod) => {
    const byPod = pod.spec.securityContext?.windowsOptions?.hostProcess === true;
    const names = namesOf(pod, (settings) => settings?.windowsOptions?.hostProcess === true);
    if (!byPod && names.length === 0) return undefined;
    const setters = settersText(byPod, names);
    return {
      reason: 'hostProcess',
      detail: `${setters} must not set securityContext.windowsOptions.hostProcess=true`,
    };
  },
};
