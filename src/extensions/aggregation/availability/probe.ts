import type { User } from '../../../api/meta/user.ts';
import { hostAndPort } from '../../../client/connection-error-text.ts';
import type { RemoteApiService } from '../api-service/api-service.ts';
import { BackendError, callBackend } from '../backend/backend-call.ts';
import type { Backends } from '../backend/backends.ts';
import { identityHeaders } from '../proxy/identity-headers.ts';
import type { Availability } from './service-check.ts';

/** Behind a Service there may be servers that are down: each try may reach another one. */
const tries = 5;
/** Milliseconds for one. */
const timeout = 5_000;

const passed: Availability = { status: 'True', reason: 'Passed', message: 'all checks passed' };

/**
 * Asks a server for the discovery document of its version: one try that succeeds is enough. The
 * certificate is not verified: the probe only asks whether the server answers.
 */
export async function probe(
  service: RemoteApiService,
  backends: Backends,
  asker: User,
): Promise<Availability> {
  const results = Array.from({ length: tries }, () => tryOnce(service, backends, asker));
  const first = await Promise.any(
    results.map(async (result) => {
      const problem = await result;
      if (problem !== undefined) throw new Error(problem);
      return passed;
    }),
  ).catch((error: AggregateError) => (error.errors.at(-1) as Error).message);
  if (typeof first !== 'string') return first;
  return { status: 'False', reason: 'FailedDiscoveryCheck', message: first };
}

/** Undefined when all is well. */
async function tryOnce(
  service: RemoteApiService,
  backends: Backends,
  asker: User,
): Promise<string | undefined> {
  const { group = '', version = '' } = service.spec;
  let url = '';
  try {
    const address = backends.locate(service);
    const path = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
    url = `https://${hostAndPort(address.host, address.port)}${path}`;
    const headers = identityHeaders(asker);
    const call = { address, path, headers, timeout, maxBytes: 0 };
    const { code } = await callBackend(backends.unverified(service), call);
    return code >= 200 && code < 300 ? undefined : `bad status from ${url}: ${code}`;
  } catch (error) {
    const { message } = error as Error;
    if (!(error instanceof BackendError)) return message;
    if (message === 'context deadline exceeded') return `timed out waiting for ${url}`;
    return `failing or missing response from ${url}: Get "${url}": ${message}`;
  }
}
