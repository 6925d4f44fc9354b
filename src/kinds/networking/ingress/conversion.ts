import type {
  NetworkingV1beta1Ingress,
  NetworkingV1beta1IngressBackend,
  NetworkingV1Ingress,
  NetworkingV1IngressBackend,
} from '../../../api/schema/types.gen.ts';
import type { VersionRules } from '../../../registry/kind-rules.ts';

/**
 * The older version, which two groups serve: the backend of last resort is called `backend`, and a backend names
 * its service by two fields of its own.
 *
 *     serviceName: web, servicePort: 80      service: {name: web, port: {number: 80}}
 *     serviceName: web, servicePort: http    service: {name: web, port: {name: http}}
 */
export const olderVersion: VersionRules = {
  applyDefaults({ spec }: NetworkingV1beta1Ingress) {
    for (const { http } of spec.rules ?? []) {
      for (const path of http?.paths ?? []) path.pathType ??= 'ImplementationSpecific';
    }
  },
  toStored({ spec, ...others }: NetworkingV1beta1Ingress) {
    const { backend, ...rest } = spec;
    return {
      ...others,
      spec: {
        ...rest,
        ...(backend === undefined ? {} : { defaultBackend: newerBackend(backend) }),
        rules: withBackends(spec.rules, newerBackend),
      },
    };
  },
  fromStored({ spec, ...others }: NetworkingV1Ingress) {
    const { defaultBackend, ...rest } = spec;
    return {
      ...others,
      spec: {
        ...rest,
        ...(defaultBackend === undefined ? {} : { backend: olderBackend(defaultBackend) }),
        rules: withBackends(spec.rules, olderBackend),
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

function newerBackend(backend: NetworkingV1beta1IngressBackend): NetworkingV1IngressBackend {
  const { serviceName = '', servicePort, ...others } = backend;
  // A port of 0 is what a backend without service says as well.
  if (serviceName === '' && servicePort === 0) return others;
  const port = typeof servicePort === 'string' ? { name: servicePort } : { number: servicePort };
  return { ...others, service: { name: serviceName, port } };
}

function olderBackend({ service, ...others }: NetworkingV1IngressBackend): NetworkingV1beta1IngressBackend {
  if (service === undefined) return { ...others, servicePort: 0 };
  const { name, port } = service;
  return { ...others, serviceName: name, servicePort: port.name || (port.number ?? 0) };
}
