import { badRequest, internalError, StatusError, type StatusReason } from '../../../api/meta/status.ts';
import { goQuote } from '../../../util/quote.ts';

/** The Status for an answer of a node agent that is not a log. `body`: its text. */
export function logRefusal(code: number, body: string, pod: string): StatusError {
  if (code === 400) return badRequest(body);
  if (code === 500) return internalError(body);
  const [reason, text] = known[code] ?? other(code, body);
  const kind = 'pods/log';
  const message = `${text ?? body} ( ${kind} ${pod})`;
  return new StatusError(code, reason, message, { name: pod, kind });
}

type Refusal = readonly [reason: StatusReason | undefined, text: string | undefined];

/** Without a text the body is the text. */
const known: Readonly<Record<number, Refusal>> = {
  401: ['Unauthorized', 'the server has asked for the client to provide credentials'],
  403: ['Forbidden', undefined],
  404: ['NotFound', 'the server could not find the requested resource'],
  405: ['MethodNotAllowed', 'the server does not allow this method on the requested resource'],
  406: ['NotAcceptable', undefined],
  409: ['Conflict', 'the server reported a conflict'],
  415: ['UnsupportedMediaType', undefined],
  422: ['Invalid', 'the server rejected our request due to an error in our request'],
  429: ['TooManyRequests', 'the server has received too many requests and has asked us to try again later'],
  503: ['ServiceUnavailable', 'the server is currently unable to handle the request'],
  504: [
    'Timeout',
    'the server was unable to return a response in the time allotted, but may still be processing the request',
  ],
};

function other(code: number, body: string): Refusal {
  if (code >= 500) {
    return [
      'InternalError',
      `an error on the server (${goQuote(body)}) has prevented the request from succeeding`,
    ];
  }
  return [undefined, `the server responded with the status code ${code} but did not return more information`];
}
