import type { CallError } from '../../client/call-error.ts';
import { goQuote } from '../../util/quote.ts';
import { hostAndPort } from './service-address.ts';

/** Why a call failed, in the words that operators of webhooks look for, and the code that it would be as an answer. */
export interface CallCause {
  readonly text: string;
  readonly code: number;
}

const unreachable = 503;

/** `url`: what was called. */
export function causeOf(error: CallError, url: string): CallCause {
  const { code, status, message } = error;
  if (code === 'status' && status !== undefined) {
    return { text: textOfStatus(status, error.text ?? ''), code: status };
  }
  const what = `Post ${goQuote(url)}: `;
  const reason = certificateFault(error) ?? connectionFault(error) ?? message;
  return { text: reason.startsWith(what) ? reason : what + reason, code: unreachable };
}

const untrusted = 'x509: certificate signed by unknown authority';

/** By the codes of the TLS library. */
const certificateFaults: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'x509: certificate has expired or is not yet valid',
  CERT_NOT_YET_VALID: 'x509: certificate has expired or is not yet valid',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
};

function certificateFault({ cause }: CallError): string | undefined {
  const {
    code = '',
    cert,
    host,
  } = (cause ?? {}) as {
    code?: string;
    cert?: { subjectaltname?: string };
    host?: string;
  };
  if (code !== 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return Object.hasOwn(certificateFaults, code) ? certificateFaults[code] : undefined;
  }
  const names = (cert?.subjectaltname ?? '').replaceAll(/(?:DNS|IP Address):/g, '');
  return `x509: certificate is valid for ${names}, not ${host}`;
}

interface SystemFault {
  code?: string;
  address?: string;
  port?: number;
  hostname?: string;
  errors?: SystemFault[];
}

function connectionFault({ code: kind, cause }: CallError): string | undefined {
  const fault = (cause ?? {}) as SystemFault;
  const { code, address, port, hostname } = fault.errors?.[0] ?? fault;
  if (code === 'ECONNREFUSED' && address !== undefined && port !== undefined) {
    return `dial tcp ${hostAndPort(address, port)}: connect: connection refused`;
  }
  if (code === 'ENOTFOUND') return `dial tcp: lookup ${hostname}: no such host`;
  if (kind !== 'reset') return undefined;
  return code === 'ECONNRESET' ? 'read: connection reset by peer' : 'EOF';
}

const byStatus: Readonly<Record<number, string>> = {
  400: 'the server rejected our request for an unknown reason',
  401: 'the server has asked for the client to provide credentials',
  404: 'the server could not find the requested resource',
  405: 'the server does not allow this method on the requested resource',
  406: 'the server was unable to respond with a content type that the client supports',
  409: 'the server reported a conflict',
  415: 'the server was unable to respond with a content type that the client supports',
  422: 'the server rejected our request due to an error in our request',
  429: 'the server has received too many requests and has asked us to try again later',
  503: 'the server is currently unable to handle the request',
  504: 'the server was unable to return a response in the time allotted, but may still be processing the request',
};

function textOfStatus(status: number, text: string): string {
  const own = statusMessage(text);
  if (own !== undefined) return own;
  const known = byStatus[status];
  if (known !== undefined) return known;
  // A document is not a message for people.
  const shown = text.startsWith('{') ? 'unknown' : text;
  if (status >= 500)
    return `an error on the server (${goQuote(shown)}) has prevented the request from succeeding`;
  return status === 403
    ? shown
    : `the server responded with the status code ${status} but did not return more information`;
}

/** Servers of this API say what is wrong in a Status. */
function statusMessage(text: string): string | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    const { kind, message } = JSON.parse(text);
    return kind === 'Status' && typeof message === 'string' && message !== '' ? message : undefined;
  } catch {
    return undefined;
  }
}
