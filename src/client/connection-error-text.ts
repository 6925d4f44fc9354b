import { UntrustedServerError } from '../util/server-trust/server-trust.ts';

/** `[::1]:443`, `a.example:443` */
export const hostAndPort = (host: string, port: number): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;

/** An error of a connection: the fields that the system and the TLS library set. */
export interface ConnectionError {
  code?: string;
  address?: string;
  port?: number;
  hostname?: string;
  /** One for each address that was tried. */
  errors?: ConnectionError[];
}

/** Reason why a server's certificate is refused, in the words that operators search for; undefined for other errors. */
export const certificateError = (problem: object): string | undefined =>
  problem instanceof UntrustedServerError ? problem.message : undefined;

/** By the codes of the system. */
const dialErrors: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connect: connection refused',
  EHOSTUNREACH: 'connect: no route to host',
  ENETUNREACH: 'connect: network is unreachable',
};

/** Reason why there is no connection, in the same words; undefined when it is not known. */
export function dialError(problem: ConnectionError): string | undefined {
  const { code = '', address, port, hostname } = problem.errors?.[0] ?? problem;
  if (code === 'ENOTFOUND') return `dial tcp: lookup ${hostname}: no such host`;
  if (!Object.hasOwn(dialErrors, code) || address === undefined || port === undefined) return undefined;
  return `dial tcp ${hostAndPort(address, port)}: ${dialErrors[code]}`;
}
