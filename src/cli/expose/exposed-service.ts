import type { JsonMap } from '../../api/json/json-values.ts';
import { CliError } from '../shared/errors/cli-error.ts';

/** The fields of an object from which its Service follows. */
export interface ExposedObject {
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
  spec?: {
    selector?: Record<string, unknown> & {
      matchLabels?: Record<string, string>;
      matchExpressions?: unknown[];
    };
    ports?: { port: number; protocol?: string }[];
    containers?: Container[];
    template?: { spec?: { containers?: Container[] } };
  };
}

interface Container {
  ports?: { containerPort: number; protocol?: string }[];
}

export interface ExposeOptions {
  /** That of the object where it is "". */
  name: string;
  /** `80` or `80,443`; "" for the ports of the object. */
  port: string;
  protocol: string;
  targetPort: string;
  type: string;
  clusterIP: string;
  externalIP: string;
  loadBalancerIP: string;
  sessionAffinity: string;
  /** `a=b`; "" for that of the object. */
  selector: string;
  labels: Readonly<Record<string, string>> | undefined;
}

/** The Service in front of the pods of an object. Throws CliError. */
export function exposedService(object: ExposedObject, options: ExposeOptions): JsonMap {
  const selector = options.selector === '' ? selectorOf(object) : selectorMap(options.selector);
  const labels = options.labels ?? object.metadata.labels;
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      name: options.name || object.metadata.name.slice(0, 63),
      ...(labels === undefined ? {} : { labels }),
    },
    spec: {
      ports: portsOf(object, options),
      selector,
      ...(options.type === '' ? {} : { type: options.type }),
      ...(options.clusterIP === '' ? {} : { clusterIP: options.clusterIP }),
      ...(options.externalIP === '' ? {} : { externalIPs: [options.externalIP] }),
      ...(options.loadBalancerIP === '' ? {} : { loadBalancerIP: options.loadBalancerIP }),
      ...(options.sessionAffinity === '' ? {} : { sessionAffinity: options.sessionAffinity }),
    },
  };
}

function selectorMap(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(',').map((requirement) => {
      const [key = '', value] = requirement.split('=');
      if (key === '' || value === undefined)
        throw new CliError(`couldn't parse the selector string: ${text}`);
      return [key.trim(), value.trim()];
    }),
  );
}

function selectorOf({ kind, metadata, spec = {} }: ExposedObject): unknown {
  const { selector } = spec;
  if (kind === 'Pod') {
    if (metadata.labels === undefined) {
      throw new CliError(
        `couldn't retrieve selectors via --selector flag or introspection: the pod has no labels and cannot be exposed`,
      );
    }
    return metadata.labels;
  }
  if (kind === 'Service' || kind === 'ReplicationController') {
    if (selector !== undefined) return selector;
    throw new CliError(
      `couldn't retrieve selectors via --selector flag or introspection: the ${kind.toLowerCase()} has no pod selector set`,
    );
  }
  if (kind !== 'Deployment' && kind !== 'ReplicaSet') throw new CliError(`cannot expose a ${kind}`);
  if ((selector?.matchExpressions ?? []).length > 0) {
    throw new CliError(
      "couldn't retrieve selectors via --selector flag or introspection: couldn't convert expressions - only matchLabels can be exposed",
    );
  }
  return selector?.matchLabels ?? {};
}

function portsOf(object: ExposedObject, { port, protocol, targetPort }: ExposeOptions): JsonMap[] {
  const known = knownPorts(object);
  const wanted = port === '' ? known.map(({ number }) => String(number)) : port.split(',');
  if (wanted.length === 0) throw new CliError("couldn't find port via --port flag or introspection");
  return wanted.map((text, index) => {
    const number = Number(text);
    if (!/^\d+$/.test(text)) throw new CliError(`invalid port ${JSON.stringify(text)}`);
    const target = targetPort === '' ? number : /^\d+$/.test(targetPort) ? Number(targetPort) : targetPort;
    const of = known.find((one) => one.number === number)?.protocol;
    return {
      ...(wanted.length > 1 ? { name: `port-${index + 1}` } : {}),
      port: number,
      protocol: protocol || of || 'TCP',
      targetPort: target,
    };
  });
}

function knownPorts({ kind, spec = {} }: ExposedObject): { number: number; protocol: string | undefined }[] {
  if (kind === 'Service') return (spec.ports ?? []).map(({ port, protocol }) => ({ number: port, protocol }));
  const containers = (kind === 'Pod' ? spec.containers : spec.template?.spec?.containers) ?? [];
  return containers.flatMap(({ ports = [] }) =>
    ports.map(({ containerPort, protocol }) => ({ number: containerPort, protocol })),
  );
}
