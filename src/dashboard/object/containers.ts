import { type ApiObject, isMap } from './api-object.ts';

interface ContainerState {
  running?: { startedAt?: string };
  waiting?: { reason?: string; message?: string };
  terminated?: { reason?: string; exitCode?: number };
}

export interface ContainerPort {
  containerPort: number;
  name?: string;
  protocol?: string;
}

/** A container of a Pod, and how it is. */
export interface Container {
  name: string;
  image: string;
  ports?: ContainerPort[];
  isInit: boolean;
  status?: { name: string; restartCount: number; ready?: boolean; state?: ContainerState };
}

/** All containers of a Pod: its own, then those that prepare it or were added later. */
export function containersOf(pod: ApiObject): Container[] {
  const spec = isMap(pod['spec']) ? pod['spec'] : {};
  const status = isMap(pod['status']) ? pod['status'] : {};
  const read = (list: string, statuses: string, isInit: boolean): Container[] =>
    listOf<Omit<Container, 'isInit'>>(spec[list]).map((one) => {
      const own = listOf<NonNullable<Container['status']>>(status[statuses]).find(
        ({ name }) => name === one.name,
      );
      return { ...one, isInit, ...(own === undefined ? {} : { status: own }) };
    });
  return [
    ...read('containers', 'containerStatuses', false),
    ...read('initContainers', 'initContainerStatuses', true),
    ...read('ephemeralContainers', 'ephemeralContainerStatuses', false),
  ];
}

const listOf = <T>(value: unknown): T[] => (Array.isArray(value) ? (value as T[]) : []);

/** Ports of TCP: nothing else goes through the server. */
export const forwardablePorts = ({ ports = [] }: Container): ContainerPort[] =>
  ports.filter(({ protocol = 'TCP' }) => protocol === 'TCP');

export function stateText({ status }: Container): string {
  const { running, waiting, terminated } = status?.state ?? {};
  if (running !== undefined) return status?.ready === false ? 'running, not ready' : 'running';
  if (waiting !== undefined) return ['waiting', waiting.reason, waiting.message].filter(Boolean).join(': ');
  if (terminated !== undefined) return `ended with ${terminated.exitCode ?? '?'}: ${terminated.reason ?? ''}`;
  return 'not known';
}
