/**
 * The product's words inside identifiers, as data. No other file of the source spells one: code reads them from the
 * dialect that it was given, definitions write `{api}` and `{label}`.
 */
export interface Dialect {
  readonly name: 'orch' | 'kubernetes';
  /** Domain of API groups, admission, review and configuration kinds, audit annotation keys: `{api}`. */
  readonly api: string;
  /** Domain of labels, annotations, Secret types, signers, taints: `{label}`. */
  readonly label: string;
  /** Prefix of the system namespaces, users and signers: `orch-system`. */
  readonly prefix: string;
  /** Media type of Protobuf. */
  readonly protobuf: string;
  /** Prefix of extensions in OpenAPI schemas. */
  readonly schemaExtension: string;
  /** The pod's node agent in names of signers. */
  readonly nodeAgent: string;
  /** Environment variable with the ExecCredential for an exec plugin. */
  readonly execInfoVariable: string;
  /** Name of the Service of the API itself, in namespace `default`; also the name of the product. */
  readonly service: string;
  /** Field manager of the command-line client. */
  readonly commandLineClient: string;
  /** The key that signs the cluster-info ConfigMap: the whole bootstrap token, or its secret half. */
  readonly clusterInfoKey: 'token' | 'secret';
  /** The type registry's name in messages. */
  readonly typeRegistry: string;
  /** For messages: page on how types are approved for the product's own API groups; "" if there is none. */
  readonly approvalPage: string;
  /** With this begins what is encrypted in the store. */
  readonly encryptedPrefix: string;
  /** Whether a certificate request that its signer refuses gets the condition Failed. If not, only the log says so. */
  readonly marksRefusedRequests: boolean;
  /** A store says that it is of this dialect. One that says nothing is of the dialect in which servers of other makes write. */
  readonly marksStore: boolean;
}

const orch: Dialect = {
  name: 'orch',
  api: 'orch.io',
  label: 'orch.io',
  prefix: 'orch',
  protobuf: 'application/vnd.orch.protobuf',
  schemaExtension: 'x-orch-',
  nodeAgent: 'nodeagent',
  execInfoVariable: 'ORCH_EXEC_INFO',
  service: 'orch',
  commandLineClient: 'orchctl',
  clusterInfoKey: 'token',
  typeRegistry: 'orch/api/types',
  approvalPage: '',
  encryptedPrefix: 'orch:enc:',
  marksRefusedRequests: false,
  marksStore: true,
};

const kubernetes: Dialect = {
  name: 'kubernetes',
  api: 'k8s.io',
  label: 'kubernetes.io',
  prefix: 'kube',
  protobuf: 'application/vnd.kubernetes.protobuf',
  schemaExtension: 'x-kubernetes-',
  nodeAgent: 'kubelet',
  execInfoVariable: 'KUBERNETES_EXEC_INFO',
  service: 'kubernetes',
  commandLineClient: 'kubectl',
  clusterInfoKey: 'secret',
  typeRegistry: 'k8s.io/kubernetes/pkg/api/legacyscheme/scheme.go:30',
  approvalPage: 'https://github.com/kubernetes/enhancements/pull/1111',
  encryptedPrefix: 'k8s:enc:',
  marksRefusedRequests: true,
  marksStore: false,
};

export const dialects: readonly Dialect[] = [orch, kubernetes];

/**
 * Media types of Protobuf bodies that are accepted in every dialect: client libraries have theirs compiled in, and the
 * bytes are the same under both names.
 */
export const protobufMediaTypes: readonly string[] = dialects.map(({ protobuf }) => protobuf);

/** Media types under which clients may ask for Protobuf, the dialect's own first. */
export const acceptedProtobufTypes = ({ protobuf }: Dialect): string[] => [
  protobuf,
  ...protobufMediaTypes.filter((type) => type !== protobuf),
];

/** Fills in `{api}`, `{label}`, `{prefix}`, `{service}` and `{schemaExtension}`: `coordination.{api}` becomes `coordination.orch.io`. */
export function fillPlaceholders(
  { api, label, prefix, service, schemaExtension }: Dialect,
  text: string,
): string {
  if (!text.includes('{')) return text;
  return text
    .replaceAll('{api}', api)
    .replaceAll('{label}', label)
    .replaceAll('{prefix}', prefix)
    .replaceAll('{service}', service)
    .replaceAll('{schemaExtension}', schemaExtension);
}

/**
 * Begins the names of types of expressions in messages, in every dialect: policies are carried from one to the other,
 * and their tests compare the texts.
 */
export const expressionTypes = 'kubernetes';
/** The name of the product as a sentence has it. */
export const productName = ({ service }: Dialect): string =>
  `${service.charAt(0).toUpperCase()}${service.slice(1)}`;
