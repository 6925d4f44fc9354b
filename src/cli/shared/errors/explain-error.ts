import { type StatusCause, StatusError } from '../../../api/meta/status.ts';
import { CallError } from '../../../client/call-error.ts';
import { type ConnectionError, certificateError, dialError } from '../../../client/connection-error-text.ts';
import { ContextError } from './cli-error.ts';

/** Lines for an answer of the API without success, or for a connection that failed. */
export function explainError(error: unknown): string[] {
  if (error instanceof ContextError) return explainWithin(error);
  if (error instanceof StatusError) return statusLines(error, '');
  if (error instanceof CallError) return [connectionLine(error)];
  if (error instanceof Error && error.name === 'TimeoutError') return [timeoutLine];
  // An error of this program: the stack is what helps.
  return [`error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
}

function explainWithin({ when, inner }: ContextError): string[] {
  if (inner instanceof StatusError) return statusLines(inner, `${when}: `);
  if (inner instanceof CallError) return [connectionLine(inner)];
  return [`error: ${when}: ${inner instanceof Error ? inner.message : String(inner)}`];
}

function statusLines(error: StatusError, when: string): string[] {
  const { code, reason, message, details } = error;
  if (code === 401 || reason === 'Unauthorized') {
    return [`error: You must be logged in to the server (${when}${message})${credentialHint}`];
  }
  if (reason === 'Invalid' && details !== undefined) return invalidLines(error, when);
  return [`Error from server${reason === undefined ? '' : ` (${reason})`}: ${when}${message}`];
}

function invalidLines({ message, details }: StatusError, when: string): string[] {
  const causes = details?.causes ?? [];
  if (causes.length === 0) return [`Error from server (Invalid): ${when}${message}`];
  const { kind = '', name = '' } = details ?? {};
  const of = kind === '' ? 'The request is invalid' : `The ${kind} ${JSON.stringify(name)} is invalid`;
  const text = ({ field = '', message: said = '' }: StatusCause): string =>
    field === '' ? said : `${field}: ${said}`;
  // Problems in several places of the object may have the same words.
  const texts = [...new Set(causes.map(text))];
  if (texts.length === 1) return [`${of}: ${texts[0]}`];
  return [`${of}: `, ...texts.map((one) => `* ${one}`)];
}

/** Behind the words that scripts look for. */
const credentialHint =
  ': it does not accept these credentials; orchctl config view --minify shows whose they are';

/** In the words that users search for; what to look at stands in parentheses. */
function connectionLine({ code, message, cause }: CallError): string {
  const {
    code: system = '',
    address,
    port,
  } = (cause ?? {}) as NodeJS.ErrnoException & {
    address?: string;
    port?: number;
  };
  if (system === 'ECONNREFUSED' || /connection refused/.test(message)) {
    const host = /dial tcp (\S+): connect/.exec(message)?.[1] ?? `${address}:${port}`;
    return `The connection to the server ${host} was refused - did you specify the right host or port?`;
  }
  const problem = (cause ?? {}) as ConnectionError;
  const refused = certificateError(problem);
  const text =
    refused === undefined
      ? (dialError(problem) ?? withoutCall(message))
      : `tls: failed to verify certificate: ${refused}`;
  const next = adviceFor(code, system, text);
  return `Unable to connect to the server: ${text}${next === undefined ? '' : ` (${next})`}`;
}

const timeoutLine =
  'Unable to connect to the server: context deadline exceeded (no answer within the time of --request-timeout)';

/** Without the request: that it was made is what the user wanted. */
const withoutCall = (message: string): string => message.replace(/^[A-Z]+ \/\S*: /, '');

function adviceFor(code: CallError['code'], system: string, message: string): string | undefined {
  if (/certificate|x509|CERT|self.signed/i.test(`${message} ${system}`)) {
    return 'the server is not the one that the kubeconfig trusts: see certificate-authority and server of its cluster';
  }
  if (system === 'ENOTFOUND' || system === 'EAI_AGAIN') {
    return 'the name of the server is not known: see --server, or server of the cluster in the kubeconfig';
  }
  if (code === 'timeout')
    return 'no answer in time: is the address reachable from here? see --request-timeout';
  if (code === 'malformed')
    return 'the other side does not speak this protocol: is it http in place of https?';
  return undefined;
}
