import { CallError, errorOf } from './call-error.ts';

export interface CallOptions {
  method?: string;
  accept?: string;
  body?: string;
  contentType?: string;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}

/** Calls `local/…` of the program that serves the page, or `cluster/…`, the API as the user. Paths begin with no slash. */
export async function call(path: string, options: CallOptions = {}): Promise<Response> {
  const {
    method = 'GET',
    accept = 'application/json',
    body,
    contentType = 'application/json',
    signal,
  } = options;
  const headers = {
    accept,
    ...(body === undefined ? {} : { 'content-type': contentType }),
    ...options.headers,
  };
  const response = await fetch(path, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new CallError(
      'orchctl does not answer: it was ended, or this machine slept. Start it again if need be.',
    );
  });
  if (response.ok) return response;
  throw errorOf(response.status, await response.text());
}

export async function json<T>(path: string, options: CallOptions = {}): Promise<T> {
  return (await call(path, options)).json() as Promise<T>;
}

export async function text(path: string, options: CallOptions = {}): Promise<string> {
  return (await call(path, { accept: '*/*', ...options })).text();
}

/** `?a=1&b=2`, without parameters that are empty. */
export function queryText(parameters: Readonly<Record<string, string>>): string {
  const filled = Object.entries(parameters).filter(([, value]) => value !== '');
  return filled.length === 0 ? '' : `?${new URLSearchParams(filled)}`;
}
