import { type Dialect, productName } from '../../api/meta/dialect.ts';
import type { CoreV1ConfigMap } from '../../api/schema/types.gen.ts';

/** Key at which volumes of pods look for the authority of the API. */
const key = 'ca.crt';
const earlyDescription =
  'The certificate authority of the API, for its callers inside the cluster. It need not be that of any other server.';

/** The ConfigMap with the authority as it has to be, and how one that differs becomes so. */
export interface PublishedConfigMap {
  readonly name: string;
  /** Whether it holds the authority and nothing else. */
  isIn(present: CoreV1ConfigMap): boolean;
  /** Other data goes; labels, other annotations and binary data stay. */
  into(present: CoreV1ConfigMap): CoreV1ConfigMap;
  anew(namespace: string): object;
}

/** From 1.24 on. */
const lateDescription = (dialect: Dialect): string =>
  `Contains a CA bundle that can be used to verify the ${dialect.prefix}-apiserver when using internal endpoints such as ` +
  `the internal service IP or ${dialect.service}.default.svc. No other usage is guaranteed across distributions of ` +
  `${productName(dialect)} clusters.`;

/** `isLate`: the description is that of 1.24 and later. */
export function publishedConfigMap(dialect: Dialect, authority: string, isLate = false): PublishedConfigMap {
  const { prefix, label } = dialect;
  const name = `${prefix}-root-ca.crt`;
  const annotation = `${label}/description`;
  const data = { [key]: authority };
  const annotations = { [annotation]: isLate ? lateDescription(dialect) : earlyDescription };
  return {
    name,
    isIn: ({ data: present = {}, metadata }) =>
      Object.keys(present).length === 1 &&
      present[key] === authority &&
      Boolean(metadata.annotations?.[annotation]),
    into: (present) => {
      const { metadata } = present;
      const kept = metadata.annotations?.[annotation] ? metadata.annotations : undefined;
      return {
        ...present,
        metadata: { ...metadata, annotations: kept ?? { ...metadata.annotations, ...annotations } },
        data,
      };
    },
    anew: (namespace) => ({ metadata: { name, namespace, annotations }, data }),
  };
}
