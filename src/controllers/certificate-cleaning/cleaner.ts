import type { Lister } from '../../api/meta/lister.ts';
import type { MetaV1ObjectMeta } from '../../api/schema/types.gen.ts';
import type { ResourceClient, ResourceType } from '../../client/api/resource-client.ts';
import { PeriodicTask } from '../../util/periodic-task.ts';
import type { Controller, ControllerDependencies } from '../controller.ts';
import { deleteSame } from '../shared/delete-same.ts';

/** The requests of one type, and when they are of no use any more. */
export interface CleanedRequests<T> {
  readonly type: ResourceType;
  /** Milliseconds between two looks at all requests. */
  readonly interval: number;
  isOver(request: T, now: number): boolean;
}

/** Deletes the requests that are over, when it starts and from time to time from then on. */
export class Cleaner<T extends { metadata: MetaV1ObjectMeta }> implements Controller {
  readonly #dependencies: Pick<ControllerDependencies, 'clock' | 'log'>;
  readonly #isOver: CleanedRequests<T>['isOver'];
  readonly #lister: Lister<T>;
  readonly #requests: ResourceClient<T>;
  readonly #task: PeriodicTask;
  #first: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(
    dependencies: Pick<ControllerDependencies, 'client' | 'clock' | 'log' | 'objects'>,
    { type, interval, isOver }: CleanedRequests<T>,
  ) {
    this.#isOver = isOver;
    this.#dependencies = dependencies;
    this.#lister = dependencies.objects.lister(type);
    this.#requests = dependencies.client.resource(type);
    this.#task = new PeriodicTask(
      () => this.clean(),
      interval,
      (error) => this.#report('certificate requests', error),
    );
  }

  start(): void {
    this.#first = this.clean().catch((error: Error) => this.#report('certificate requests', error));
    this.#task.start();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#first, this.#task.close()]);
  }

  /** Deletes what is over now. A request that fails here is tried again the next time, and stops no other. */
  async clean(): Promise<void> {
    for (const request of this.#lister.list()) {
      if (this.#isClosed) return;
      try {
        if (this.#isOver(request, this.#dependencies.clock.now())) await this.#delete(request);
      } catch (error) {
        this.#report(`certificate request ${JSON.stringify(request.metadata.name)}`, error as Error);
      }
    }
  }

  /** Only what was looked at: not another request of that name, nor one that has a certificate since. */
  async #delete({ metadata }: T): Promise<void> {
    const { resourceVersion = '' } = metadata;
    await deleteSame(this.#requests, metadata, { preconditions: { resourceVersion } });
  }

  #report(subject: string, { message }: Error): void {
    if (!this.#isClosed) this.#dependencies.log.warn(`${subject}: ${message}`);
  }
}
