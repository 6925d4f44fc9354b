import { isConflict, isNotFound } from '../../../client/api/api-error.ts';
import type { Controller, ControllerDependencies } from '../../controller.ts';
import { keyedQueue, queueController } from '../queue-controller.ts';
import { type CertificateRequest, requestType } from './requests.ts';

/** Milliseconds. */
const firstRetry = 200;

/** The server refuses the request for now; the controller sends it again later, and is no failure that an operator has to look at. */
export class NotYetError extends Error {
  override readonly name = 'NotYetError';
}

/**
 * Looks at each certificate request without a certificate whenever it changes, and again later when `work` rejects.
 * `workers`: requests that are worked on at a time.
 */
export function requestController(
  { objects, dialect, log, meterOf }: ControllerDependencies,
  workers: number,
  work: (request: CertificateRequest) => Promise<void>,
): Controller {
  const lister = objects.lister<CertificateRequest>(requestType(dialect));
  const queue = keyedQueue({
    log,
    workers,
    firstRetry,
    meter: meterOf?.('certificate'),
    work: async (name) => {
      const request = lister.get('', name);
      if (request !== undefined && !request.status.certificate) await work(request);
    },
    report: (name, error) => {
      log[isPassing(error) ? 'info' : 'warn'](
        `certificate request ${JSON.stringify(name)}: ${error.message}`,
      );
    },
  });
  return queueController([queue], (observers) => {
    observers.use(lister.observe(({ name }) => queue.add(name)));
  });
}

/** The request is not what it was when it was looked at, or a grant is missing that may come. */
function isPassing(error: Error): boolean {
  const answer = error.cause ?? error;
  return error instanceof NotYetError || isConflict(answer) || isNotFound(answer);
}
