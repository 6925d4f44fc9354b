import type { CoreV1Pod, CoreV1ServicePort } from '../../api/schema/types.gen.ts';
import { CliError } from '../shared/errors/cli-error.ts';

/** The fields of a Service that are read here. */
export interface ServiceWithPorts {
  metadata?: { name?: string };
  spec?: { clusterIP?: unknown; ports?: unknown };
}

/** `local` 0: any that is free. */
export interface ForwardedPort {
  local: number;
  remote: number;
}

/**
 * Reads `8080:80`, `80`, `:80`, and names of ports in place of remote ones. Of a Service its ports are meant, which become
 * those of the pod. Throws CliError.
 */
export function parsePorts(
  words: readonly string[],
  pod: CoreV1Pod,
  service: ServiceWithPorts | undefined,
): ForwardedPort[] {
  return words.map((word) => {
    const parts = word.split(':');
    if (parts.length > 2) throw new CliError(`invalid port format '${word}'`);
    const remoteWord = parts.at(-1)!;
    const remote = service === undefined ? podPort(pod, remoteWord) : servicePort(pod, service, remoteWord);
    const localWord =
      parts.length === 1
        ? service !== undefined
          ? serviceNumber(service, remoteWord)
          : String(remote)
        : parts[0]!;
    return { local: localWord === '' ? 0 : localPort(localWord), remote };
  });
}

function localPort(word: string): number {
  const port = Number(word);
  if (/^\d+$/.test(word) && port <= 65_535) return port;
  throw new CliError(`error parsing local port '${word}': must be a number from 0 to 65535`);
}

function remotePort(word: string): number {
  const port = Number(word);
  if (port === 0) throw new CliError('remote port must be > 0');
  if (port <= 65_535) return port;
  throw new CliError(`error parsing remote port '${word}': must be a number from 1 to 65535`);
}

const isNumber = (word: string): boolean => /^\d+$/.test(word);

function podPort(pod: CoreV1Pod, word: string): number {
  if (isNumber(word)) return remotePort(word);
  const ports = (pod.spec?.containers ?? []).flatMap(({ ports: own }) => own ?? []);
  const named = ports.find(({ name }) => name === word);
  if (named?.containerPort !== undefined) return named.containerPort;
  throw new CliError(`Pod '${pod.metadata.name}' does not have a named port '${word}'`);
}

function portOf(service: ServiceWithPorts, word: string) {
  const found = ((service.spec?.ports ?? []) as readonly CoreV1ServicePort[]).find(({ port, name }) =>
    isNumber(word) ? port === Number(word) : name === word,
  );
  if (found !== undefined) return found;
  const what = isNumber(word) ? `a service port ${word}` : `a named port '${word}'`;
  throw new CliError(`Service ${service.metadata?.name} does not have ${what}`);
}

const serviceNumber = (service: ServiceWithPorts, word: string): string => String(portOf(service, word).port);

function servicePort(pod: CoreV1Pod, service: ServiceWithPorts, word: string): number {
  const { port, targetPort } = portOf(service, word);
  // A service without an address of its own is its pods.
  if (service.spec?.clusterIP === 'None') return Number(port);
  if (targetPort === undefined || targetPort === 0 || targetPort === '') return Number(port);
  return podPort(pod, String(targetPort));
}
