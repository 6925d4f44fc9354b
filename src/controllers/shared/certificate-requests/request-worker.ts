import type { Lister } from '../../../api/meta/lister.ts';
import { isConflict, isNotFound } from '../../../client/api/api-error.ts';
import { WorkQueue } from '../../../util/work-queue.ts';
import type { Controller, ControllerParts } from '../../controller.ts';
import { type CertificateRequest, requestType } from './requests.ts';

/** Milliseconds until the first retry and between the last ones. */
const firstRetry = 200;
const longestRetry = 1_000_000;

/** What is asked for is refused for now; it is asked again later, and is no failure that an operator has to look at. */
export class NotYetError extends Error {
  override readonly name = 'NotYetError';
}

/** Looks at each certificate request without a certificate, whenever it changes. */
export class RequestWorker implements Controller {
  readonly #lister: Lister<CertificateRequest>;
  readonly #queue: WorkQueue;
  #observation: Disposable | undefined;

  /** A request for which `work` rejects is looked at again later. */
  constructor(
    { objects, dialect, log }: ControllerParts,
    workers: number,
    work: (request: CertificateRequest) => Promise<void>,
  ) {
    this.#lister = objects.lister(requestType(dialect));
    this.#queue = new WorkQueue({
      ...{ workers, firstRetry, longestRetry },
      work: async (name) => {
        const request = this.#lister.get('', name);
        if (request !== undefined && !request.status.certificate) await work(request);
        this.#queue.forget(name);
      },
      report: (name, error) => {
        log[isPassing(error) ? 'info' : 'warn'](
          `certificate request ${JSON.stringify(name)}: ${error.message}`,
        );
      },
    });
  }

  start(): void {
    this.#observation = this.#lister.observe(({ name }) => this.#queue.add(name));
  }

  async close(): Promise<void> {
    this.#observation?.[Symbol.dispose]();
    await this.#queue.close();
  }
}

/** The request is not what it was when it was looked at, or a grant is missing that may come. */
function isPassing(error: Error): boolean {
  const answer = error.cause ?? error;
  return error instanceof NotYetError || isConflict(answer) || isNotFound(answer);
}
