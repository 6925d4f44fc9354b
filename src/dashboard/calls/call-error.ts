/** A field that is in the way of a request, and what is wrong with it: of a conflict, who owns it. */
export interface Cause {
  reason?: string;
  message?: string;
  field?: string;
}

/** An answer without success, or none: the message is a sentence for the user. */
export class CallError extends Error {
  /** Status of the answer; 0 without one. */
  readonly status: number;
  readonly reason: string;
  readonly causes: readonly Cause[];

  constructor(message: string, status = 0, reason = '', causes: readonly Cause[] = []) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.causes = causes;
  }
}

interface StatusBody {
  message?: string;
  reason?: string;
  details?: { causes?: Cause[] } | null;
}

const titles: Readonly<Record<number, string>> = {
  401: 'The server does not accept these credentials.',
  403: 'You may not do this.',
  404: 'There is no such thing on the server.',
  502: 'The server cannot be reached.',
  504: 'The server took too long.',
};

/** The error of an answer: in the server's words where it has some. */
export function errorOf(status: number, text: string): CallError {
  const body = parsed(text);
  const { message = '', reason = '', details } = body ?? {};
  const title = titles[status] ?? (status >= 500 ? 'The server has a problem.' : '');
  const said = (message || (body === undefined ? text.slice(0, 400) : '')).trim();
  // A refusal says itself what it is; of a server that is not well one must be told first that it is not.
  const isEnough = said !== '' && status !== 401 && status < 500;
  const sentence =
    [isEnough ? '' : title, said].filter(Boolean).join(' ') || `The server answered ${status}.`;
  return new CallError(sentence, status, reason, details?.causes ?? []);
}

function parsed(text: string): StatusBody | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The sentence of anything that was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
