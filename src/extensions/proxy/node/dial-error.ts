import { StatusError } from '../../../api/meta/status.ts';
import { certificateError, dialError, hostAndPort } from '../../../client/connection-error-text.ts';
import type { Address } from '../../../client/connections.ts';

export const hostPort = ({ host, port }: Address): string => hostAndPort(host, port);

/** Reason why there was no answer, in the words that clients know. A Status says that for itself. */
export function dialErrorText(error: NodeJS.ErrnoException, address: Address): string {
  const { code = '', message, name } = error;
  const known = certificateError(error) ?? dialError(error);
  if (known !== undefined) return known;
  if (code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT')
    return `dial tcp ${hostPort(address)}: i/o timeout`;
  if (code.startsWith('HPE_') || name === 'HTTPParserError') return 'malformed HTTP response';
  return hasEnded(error) || message === '' ? 'EOF' : message;
}

const endings: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** Whether the connection ended before there was an answer. */
export const hasEnded = ({ code = '' }: NodeJS.ErrnoException): boolean => endings.has(code);

/** A connection that ended before there was an answer, or with an unexpected one, such as a 101. */
export const noAnswer = (): Error => Object.assign(new Error('EOF'), { code: 'ECONNRESET' });

/** An error that has no reason of its own. */
export const proxyError = (message: string): StatusError => new StatusError(500, undefined, message);
