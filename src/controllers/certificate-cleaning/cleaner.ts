import type { Lister } from '../../api/meta/lister.ts';
import { isConflict, isNotFound } from '../../client/api/api-error.ts';
import type { ResourceClient } from '../../client/api/resource-client.ts';
import { PeriodicTask } from '../../util/periodic-task.ts';
import type { Controller, ControllerParts } from '../controller.ts';
import { type CertificateRequest, requestType } from '../shared/certificate-requests/requests.ts';
import { isOver } from './expiry.ts';

/** Milliseconds between two looks at all requests. */
const interval = 3_600_000;

/** Deletes the requests that are over, when it starts and every hour from then on. */
export class Cleaner implements Controller {
  readonly #parts: Pick<ControllerParts, 'clock' | 'log'>;
  readonly #lister: Lister<CertificateRequest>;
  readonly #requests: ResourceClient<CertificateRequest>;
  readonly #task: PeriodicTask;
  #first: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(parts: Pick<ControllerParts, 'client' | 'clock' | 'dialect' | 'log' | 'objects'>) {
    const type = requestType(parts.dialect);
    this.#parts = parts;
    this.#lister = parts.objects.lister(type);
    this.#requests = parts.client.resource(type);
    this.#task = new PeriodicTask(
      () => this.clean(),
      interval,
      (error) => this.#report(error),
    );
  }

  start(): void {
    this.#first = this.clean().catch((error: Error) => this.#report(error));
    this.#task.start();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#first, this.#task.close()]);
  }

  /** Deletes what is over now. A deletion that fails is tried again the next time. */
  async clean(): Promise<void> {
    await this.#lister.waitUntilFresh();
    for (const request of this.#lister.list()) {
      if (this.#isClosed) return;
      if (isOver(request, this.#parts.clock.now())) await this.#delete(request);
    }
  }

  /** Only what was looked at: not another request of that name, nor one that has a certificate since. */
  async #delete({ metadata }: CertificateRequest): Promise<void> {
    const { name = '', uid = '', resourceVersion = '' } = metadata;
    try {
      await this.#requests.delete('', name, { preconditions: { uid, resourceVersion } });
    } catch (error) {
      if (!isNotFound(error) && !isConflict(error)) this.#report(error as Error, name);
    }
  }

  #report({ message }: Error, name?: string): void {
    if (this.#isClosed) return;
    const subject =
      name === undefined ? 'certificate requests' : `certificate request ${JSON.stringify(name)}`;
    this.#parts.log.warn(`${subject}: ${message}`);
  }
}
