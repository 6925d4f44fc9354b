import { setTimeout as sleep } from 'node:timers/promises';
import { isConflict, isNotFound } from '../../src/client/api/api-error.ts';
import { ResourceClient } from '../../src/client/api/resource-client.ts';
import type { TimedClient } from './client.ts';
import { madeAt, type Pod, runningStatus, type StoredObject, types } from './cluster-objects.ts';
import type { Latencies } from './latencies.ts';

/** Milliseconds that an image takes to be there, a container to start, and to end. */
const startTime = 100;
const endTime = 100;
const retryPause = 1_000;
const strategic = 'application/strategic-merge-patch+json';

/** A pod on its node: is started, reported, and ended when that is asked for. */
export class PodLife implements Disposable {
  readonly #pod: Pod;
  readonly #node: string;
  readonly #pods: ResourceClient<Pod>;
  readonly #events: ResourceClient<StoredObject>;
  readonly #latencies: Latencies;
  readonly #closing = new AbortController();
  #isEnding = false;
  isRunning: boolean;

  constructor(pod: Pod, node: string, client: TimedClient, latencies: Latencies) {
    this.#pod = pod;
    this.#node = node;
    this.#pods = new ResourceClient<Pod>(client, types.pods);
    this.#events = new ResourceClient<StoredObject>(client, types.events);
    this.#latencies = latencies;
    this.isRunning = pod.status.phase === 'Running';
    if (pod.metadata.deletionTimestamp !== undefined) this.end();
    else if (!this.isRunning) void this.#untilDone(() => this.#start());
  }

  [Symbol.dispose](): void {
    this.#closing.abort();
  }

  /** May be called again. */
  end(): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    void this.#untilDone(() => this.#end());
  }

  async #start(): Promise<void> {
    const { namespace, name, annotations } = this.#pod.metadata;
    for (const reason of ['Pulled', 'Created', 'Started']) await this.#tell(reason);
    await this.#pause(startTime);
    // The agent looks at what is there before it reports.
    const { metadata } = await this.#pods.get(namespace, name);
    if (this.#isEnding || metadata.uid !== this.#pod.metadata.uid) return;
    const patch = { metadata: { uid: metadata.uid }, status: runningStatus(this.#node) };
    await this.#pods.patch(namespace, name, patch, strategic, { subresource: 'status' });
    if (!this.isRunning) this.#latencies.add('pod start', Date.now() - Number(annotations?.[madeAt]));
    this.isRunning = true;
  }

  async #end(): Promise<void> {
    const { namespace, name, uid } = this.#pod.metadata;
    await this.#pause(endTime);
    const status = { phase: 'Succeeded' };
    await this.#pods.patch(namespace, name, { metadata: { uid }, status }, strategic, {
      subresource: 'status',
    });
    await this.#pods.delete(namespace, name, { gracePeriodSeconds: 0, preconditions: { uid } });
  }

  async #tell(reason: string): Promise<void> {
    const { namespace, name, uid } = this.#pod.metadata;
    const now = new Date().toISOString().replace(/\.\d+/, '');
    await this.#events.create(namespace, {
      metadata: { generateName: `${name}.` },
      involvedObject: { kind: 'Pod', apiVersion: 'v1', namespace, name, uid },
      reason,
      message: `container server: ${reason}`,
      type: 'Normal',
      source: { component: 'agent', host: this.#node },
      firstTimestamp: now,
      lastTimestamp: now,
      count: 1,
    });
  }

  /** A pod that is gone, or is another one of the same name, needs nothing more. */
  async #untilDone(step: () => Promise<void>): Promise<void> {
    while (!this.#closing.signal.aborted) {
      try {
        await step();
        return;
      } catch (error) {
        if (isNotFound(error) || isConflict(error)) return;
        await this.#pause(retryPause * (1 + Math.random()));
      }
    }
  }

  #pause(milliseconds: number): Promise<void> {
    return sleep(milliseconds, undefined, { signal: this.#closing.signal }).catch(() => {});
  }
}
