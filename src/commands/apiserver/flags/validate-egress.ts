import {
  duplicate,
  type FieldError,
  FieldPath,
  invalid,
  notSupported,
  required,
} from '../../../api/validation/field-errors.ts';

/** Connections of one purpose, and their way. */
export interface EgressSelection {
  readonly name: string;
  readonly protocol: string;
  readonly transport: EgressTransport | undefined;
}

interface EgressTransport {
  readonly tcp: { readonly url: string; readonly tlsConfig: object | undefined } | undefined;
  /** The path of a socket. */
  readonly uds: string | undefined;
}

const names = ['cluster', 'controlplane', 'etcd'];
/** An older name of controlplane. */
const oldName = 'master';
const connection = FieldPath.of('service', 'connection');

type Validate = (transport: EgressTransport | undefined) => FieldError[];

const protocols: ReadonlyMap<string, Validate> = new Map([
  ['Direct', validateDirect],
  ['HTTPConnect', validateHttpConnect],
  ['GRPC', validateGrpc],
]);

/** The breaches of a configuration, at the places that it is known by. */
export const validateEgress = (selections: readonly EgressSelection[]): FieldError[] => [
  ...selections.flatMap(({ protocol, transport }) => {
    const validate = protocols.get(protocol);
    return validate === undefined
      ? [notSupported(connection.child('protocol'), protocol, [...protocols.keys()])]
      : validate(transport);
  }),
  ...validateNames(selections),
];

function validateNames(selections: readonly EgressSelection[]): FieldError[] {
  const seen = new Set<string>();
  return selections.flatMap((selection, index) => {
    const name = selection.name.toLowerCase();
    if (seen.has(name)) return [duplicate(connection.index(index), name)];
    seen.add(name);
    return names.includes(name) || name === oldName ? [] : [notSupported(connection, name, names)];
  });
}

function validateDirect(transport: EgressTransport | undefined): FieldError[] {
  const place = connection.child('transport');
  return transport === undefined
    ? []
    : [invalid(place, 'direct', 'config must be absent for direct connect')];
}

function validateHttpConnect(transport: EgressTransport | undefined): FieldError[] {
  if (transport === undefined)
    return [required(connection.child('transport'), 'transport must be set for HTTPConnect')];
  const { tcp, uds } = transport;
  const place = connection.child('tcp');
  if (tcp === undefined)
    return uds === undefined ? [required(place, 'One of TCP or UDS must be set')] : validateUds(uds);
  if (uds === undefined) return validateTcp(tcp);
  const shown = { URL: tcp.url, TLSConfig: tcp.tlsConfig ?? null };
  return [invalid(place, shown, 'TCP and UDS cannot both be set')];
}

function validateGrpc(transport: EgressTransport | undefined): FieldError[] {
  if (transport === undefined)
    return [required(connection.child('transport'), 'transport must be set for GRPC')];
  if (transport.uds !== undefined) return validateUds(transport.uds);
  return [required(connection.child('uds'), 'UDS must be set with GRPC')];
}

function validateTcp({ url, tlsConfig }: NonNullable<EgressTransport['tcp']>): FieldError[] {
  if (url.startsWith('https://')) return [];
  if (!url.startsWith('http://'))
    return [invalid(connection.child('url'), url, 'supported connection protocols are http:// and https://')];
  if (tlsConfig === undefined) return [];
  const reason = 'TLSConfig config should not be present when using HTTP';
  return [invalid(connection.child('tlsConfig'), 'nil', reason)];
}

const validateUds = (name: string): FieldError[] =>
  name === ''
    ? [invalid(connection.child('udsName'), 'nil', 'UDSName should be present for UDS connections')]
    : [];
