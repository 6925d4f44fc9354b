/** `[::1]:443`, `a.example:443` */
export const hostAndPort = (host: string, port: number): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;

/** An error of a connection: the fields that the system and the TLS library set. */
export interface ConnectionFault {
  code?: string;
  address?: string;
  port?: number;
  hostname?: string;
  host?: string;
  cert?: { subjectaltname?: string };
  /** One for each address that was tried. */
  errors?: ConnectionFault[];
}

const untrusted = 'x509: certificate signed by unknown authority';

/** By the codes of the TLS library. */
const certificateFaults: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'x509: certificate has expired or is not yet valid',
  CERT_NOT_YET_VALID: 'x509: certificate has expired or is not yet valid',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
};

/** Why a server's certificate is refused, in the words that operators search for; undefined for other errors. */
export function certificateFault({ code = '', cert, host }: ConnectionFault): string | undefined {
  if (code !== 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return Object.hasOwn(certificateFaults, code) ? certificateFaults[code] : undefined;
  }
  const names = (cert?.subjectaltname ?? '').replaceAll(/(?:DNS|IP Address):/g, '');
  return `x509: certificate is valid for ${names}, not ${host}`;
}

/** By the codes of the system. */
const dialFaults: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connect: connection refused',
  EHOSTUNREACH: 'connect: no route to host',
  ENETUNREACH: 'connect: network is unreachable',
};

/** Why there is no connection, in the same words; undefined when it is not known. */
export function dialFault(fault: ConnectionFault): string | undefined {
  const { code = '', address, port, hostname } = fault.errors?.[0] ?? fault;
  if (code === 'ENOTFOUND') return `dial tcp: lookup ${hostname}: no such host`;
  if (!Object.hasOwn(dialFaults, code) || address === undefined || port === undefined) return undefined;
  return `dial tcp ${hostAndPort(address, port)}: ${dialFaults[code]}`;
}
