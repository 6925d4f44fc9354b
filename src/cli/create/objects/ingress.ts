import type { JsonMap } from '../../../api/json/json-values.ts';
import { type Dialect, fillPlaceholders } from '../../../api/meta/dialect.ts';
import { CliError } from '../../shared/errors/cli-error.ts';
import { parseLiteral } from './assignments.ts';
import { type NewObject, newObject, withoutUnset } from './named-object.ts';

export interface IngressOptions {
  name: string;
  className: string;
  /** `web:80` or `web:http` */
  defaultBackend: string;
  /** `host/path=service:port[,tls[=secret]]`; a path that ends in `*` is a prefix. */
  rules: readonly string[];
  annotations: readonly string[];
}

/** Throws CliError. */
export function ingress(options: IngressOptions, dialect: Dialect): NewObject {
  const { name, className, defaultBackend, annotations } = options;
  if (defaultBackend === '' && options.rules.length === 0) {
    throw new CliError(
      'not enough information provided: every ingress has to either specify a default-backend (which catches all traffic) or a list of rules (which catch specific paths)',
    );
  }
  const rules = options.rules.map(parseRule);
  return newObject(
    { apiVersion: fillPlaceholders(dialect, 'networking.{api}/v1'), kind: 'Ingress' },
    annotations.length === 0
      ? { name }
      : { name, annotations: Object.fromEntries(annotations.map(parseLiteral)) },
    {
      spec: withoutUnset({
        ingressClassName: className || undefined,
        defaultBackend: defaultBackend === '' ? undefined : backend(defaultBackend),
        tls: orUndefined(tlsOf(rules)),
        rules: orUndefined(rulesOf(rules)),
      }),
    },
  );
}

interface Rule {
  host: string;
  path: JsonMap;
  /** Undefined without TLS, "" for that of the ingress controller. */
  secret: string | undefined;
}

function parseRule(text: string): Rule {
  const match = /^([^/]*)(\/[^=]*)=([^,=]+:[^,=]+)(?:,tls(?:=(.*))?)?$/.exec(text);
  if (match === null) {
    throw new CliError(
      `rule ${text} is invalid and should be in format host/path=svcname:svcport[,tls[=secret]]`,
    );
  }
  const [, host = '', path = '', service = '', secret] = match;
  const isPrefix = path.endsWith('*');
  return {
    host,
    path: {
      path: isPrefix ? path.slice(0, -1) : path,
      pathType: isPrefix ? 'Prefix' : 'Exact',
      backend: backend(service),
    },
    secret: /,tls(=|$)/.test(text) ? (secret ?? '') : undefined,
  };
}

function backend(text: string): JsonMap {
  const [name = '', port = ''] = text.split(':');
  if (name === '' || port === '') {
    throw new CliError(`default-backend should be in format servicename:serviceport, not ${text}`);
  }
  return { service: { name, port: /^\d+$/.test(port) ? { number: Number(port) } : { name: port } } };
}

/** One for each host, with all its paths. */
function rulesOf(rules: readonly Rule[]): JsonMap[] {
  return [...Map.groupBy(rules, ({ host }) => host)].map(([host, of]) => ({
    ...(host === '' ? {} : { host }),
    http: { paths: of.map(({ path }) => path) },
  }));
}

/** One for each secret, with all its hosts. */
function tlsOf(rules: readonly Rule[]): JsonMap[] {
  const secured = rules.filter(({ secret }) => secret !== undefined);
  return [...Map.groupBy(secured, ({ secret }) => secret)].map(([secretName, of]) => {
    const hosts = [...new Set(of.map(({ host }) => host))].filter((host) => host !== '');
    return withoutUnset({ hosts: orUndefined(hosts), secretName: secretName || undefined });
  });
}

const orUndefined = <T>(list: readonly T[]): readonly T[] | undefined =>
  list.length === 0 ? undefined : list;
