import type {
  NetworkingV1beta1Ingress,
  NetworkingV1beta1IngressBackend,
  NetworkingV1Ingress,
  NetworkingV1IngressBackend,
} from '../../../api/schema/types.gen.ts';
import type { VersionRules } from '../../../registry/kind-rules.ts';

/**
 * v1beta1, which the groups networking and extensions serve: the default backend is called `backend`, and a backend
 * names its Service in two fields.
 *
 *     serviceName: web, servicePort: 80      service: {name: web, port: {number: 80}}
 *     serviceName: web, servicePort: http    service: {name: web, port: {name: http}}
 */
export const betaRules: VersionRules = {
  toStored({ spec, ...others }: NetworkingV1beta1Ingress) {
    const { backend, ...rest } = spec;
    return {
      ...others,
      spec: {
        ...rest,
        ...(backend === undefined ? {} : { defaultBackend: storedBackend(backend) }),
        rules: withBackends(spec.rules, storedBackend),
      },
    };
  },
  fromStored({ spec, ...others }: NetworkingV1Ingress) {
    const { defaultBackend, ...rest } = spec;
    return {
      ...others,
      spec: {
        ...rest,
        ...(defaultBackend === undefined ? {} : { backend: betaBackend(defaultBackend) }),
        rules: withBackends(spec.rules, betaBackend),
      },
    };
  },
};

interface Rule<Backend> {
  http?: { paths: { backend: Backend }[] | null };
}

function withBackends<From, To>(rules: Rule<From>[] | undefined, convert: (backend: From) => To): unknown {
  return rules?.map(({ http, ...rule }) => {
    if (http === undefined) return rule;
    const paths = http.paths?.map((path) => ({ ...path, backend: convert(path.backend) }));
    return { ...rule, http: { ...http, paths } };
  });
}

function storedBackend(backend: NetworkingV1beta1IngressBackend): NetworkingV1IngressBackend {
  const { serviceName = '', servicePort, ...others } = backend;
  // A backend without a Service has port 0.
  if (serviceName === '' && servicePort === 0) return others;
  const port = typeof servicePort === 'string' ? { name: servicePort } : { number: servicePort };
  return { ...others, service: { name: serviceName, port } };
}

function betaBackend({ service, ...others }: NetworkingV1IngressBackend): NetworkingV1beta1IngressBackend {
  if (service === undefined) return { ...others, servicePort: 0 };
  const { name, port } = service;
  return { ...others, serviceName: name, servicePort: port.name || (port.number ?? 0) };
}
