import { CliError } from '../../shared/errors/cli-error.ts';
import { type NewObject, newObject, withoutUnset } from './named-object.ts';

export type ServiceType = 'ClusterIP' | 'NodePort' | 'LoadBalancer' | 'ExternalName';

export interface ServiceOptions {
  name: string;
  type: ServiceType;
  /** `80`, `80:8080`, `80:http` */
  tcp: readonly string[];
  /** `None`: without an address. */
  clusterIP?: string | undefined;
  /** Node port of the first port; 0: the server chooses. */
  nodePort?: number | undefined;
  externalName?: string | undefined;
}

/** Makes a Service for pods with the label `app`. Throws CliError. */
export function service({
  name,
  type,
  tcp,
  clusterIP,
  nodePort = 0,
  externalName,
}: ServiceOptions): NewObject {
  const isHeadless = clusterIP === 'None';
  if (tcp.length === 0 && !isHeadless && type !== 'ExternalName') {
    throw new CliError('at least one tcp port specifier must be provided');
  }
  if (type === 'ExternalName' && !externalName)
    throw new CliError('required flag(s) "external-name" not set');
  const labels = { app: name };
  const ports = tcp.map((text) => ({ ...servicePort(text), ...(nodePort > 0 ? { nodePort } : {}) }));
  return newObject(
    { apiVersion: 'v1', kind: 'Service' },
    { name, labels },
    {
      spec: withoutUnset({
        type,
        selector: labels,
        ports: ports.length === 0 ? undefined : ports,
        clusterIP: clusterIP || undefined,
        externalName,
      }),
    },
  );
}

function servicePort(text: string) {
  const [portText = '', targetText] = text.split(':', 2);
  const port = portNumber(portText);
  const targetPort =
    targetText === undefined ? port : /^\d+$/.test(targetText) ? portNumber(targetText) : targetText;
  if (typeof targetPort === 'string' && !/^(?=.*[a-z])[a-z0-9]([a-z0-9-]{0,13}[a-z0-9])?$/.test(targetPort)) {
    throw new CliError(
      `invalid port name ${JSON.stringify(targetPort)}: at most 15 lower-case letters, digits and dashes, with a letter`,
    );
  }
  return { name: text.replace(':', '-'), port, protocol: 'TCP', targetPort };
}

function portNumber(text: string): number {
  const port = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (port >= 1 && port <= 65_535) return port;
  throw new CliError(`${text} is not a port: must be between 1 and 65535, inclusive`);
}
