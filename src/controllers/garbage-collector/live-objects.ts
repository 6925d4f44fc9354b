import type { ApiObject, ObjectMeta } from '../../api/meta/metadata.ts';
import { StatusError } from '../../api/meta/status.ts';
import type { ApiCaller } from '../../client/api/api-call.ts';
import { isAnswer, isConflict } from '../../client/api/api-error.ts';
import type { DiscoveredResource } from '../../client/api/discovery.ts';
import { type DeleteOptions, ResourceClient } from '../../client/api/resource-client.ts';
import { type RetryDependencies, withRetries } from '../../client/retry.ts';
import { type Coordinates, coordinatesText } from './graph/coordinates.ts';
import { mergePatch, type ReferencePatch, strategicMergePatch } from './patches.ts';
import type { ServedTypes } from './served-types.ts';

/** A cluster-scoped object names an owner of a namespaced type: it can never be found, and trying again does not help. */
export class MissingNamespaceError extends Error {
  constructor() {
    super('cluster-scoped objects cannot refer to namespaced owners');
    this.name = 'MissingNamespaceError';
  }
}

/** For a change that others overtake. */
const retries = { tries: 4, first: 10, factor: 5, jitter: 0.1 };

/** Objects as the server has them now, wherever their type is served. */
export class LiveObjects {
  readonly #client: ApiCaller;
  readonly #types: Pick<ServedTypes, 'resourceOf'>;
  readonly #retrying: RetryDependencies;

  constructor(client: ApiCaller, types: Pick<ServedTypes, 'resourceOf'>, retrying: RetryDependencies) {
    this.#client = client;
    this.#types = types;
    this.#retrying = retrying;
  }

  /** Undefined when there is none, or another one of its name. */
  async metadata(object: Coordinates): Promise<ObjectMeta | undefined> {
    const { resource, namespace } = this.#placeOf(object);
    try {
      const { metadata } = await this.#of(resource).getMetadata(namespace, object.name);
      return metadata.uid === object.uid ? metadata : undefined;
    } catch (error) {
      if (isGone(error, object)) return undefined;
      throw error;
    }
  }

  /** One that is gone already is as good as deleted. */
  async delete(
    object: Coordinates,
    propagationPolicy: NonNullable<DeleteOptions['propagationPolicy']>,
  ): Promise<void> {
    const { resource, namespace } = this.#placeOf(object);
    const options = { preconditions: { uid: object.uid }, propagationPolicy };
    await this.#of(resource)
      .delete(namespace, object.name, options)
      .catch((error) => {
        if (!isGone(error, object)) throw error;
      });
  }

  /** One that is gone needs no patch. */
  async patch(object: Coordinates, patch: ReferencePatch): Promise<void> {
    try {
      await this.#patch(object, patch.strategic, strategicMergePatch);
    } catch (error) {
      if (isGone(error, object)) return;
      if (!isAnswer(error, 415)) throw error;
      const metadata = await this.metadata(object);
      if (metadata !== undefined) await this.#patch(object, patch.merge(metadata), mergePatch);
    }
  }

  async removeFinalizer(object: Coordinates, finalizer: string): Promise<void> {
    const attempt = (): Promise<void> => this.#removeFinalizer(object, finalizer);
    try {
      await withRetries(attempt, isConflict, retries, this.#retrying);
    } catch (error) {
      if (isGone(error, object)) return;
      throw isConflict(error) ? overtaken(object) : error;
    }
  }

  async #removeFinalizer(object: Coordinates, finalizer: string): Promise<void> {
    const { finalizers = [], resourceVersion } = (await this.metadata(object)) ?? {};
    if (!finalizers.includes(finalizer)) return;
    const rest = finalizers.filter((other) => other !== finalizer);
    await this.#patch(
      object,
      { metadata: { resourceVersion, finalizers: rest.length === 0 ? null : rest } },
      mergePatch,
    );
  }

  async #patch(object: Coordinates, patch: object, contentType: string): Promise<void> {
    const { resource, namespace } = this.#placeOf(object);
    await this.#of(resource).patch(namespace, object.name, patch, contentType);
  }

  /** Throws UnknownTypeError or MissingNamespaceError. */
  #placeOf({ type, namespace }: Coordinates): { resource: DiscoveredResource; namespace: string } {
    const resource = this.#types.resourceOf(type);
    if (!resource.namespaced) return { resource, namespace: '' };
    if (namespace === '') throw new MissingNamespaceError();
    return { resource, namespace };
  }

  #of(resource: DiscoveredResource): ResourceClient<ApiObject> {
    return new ResourceClient(this.#client, resource);
  }
}

/** A server that does not know the type says 404 too, without a name: that says nothing about the object. */
const isGone = (error: unknown, { name }: Coordinates): boolean =>
  error instanceof StatusError &&
  error.code === 404 &&
  error.reason === 'NotFound' &&
  error.details?.name === name;

const overtaken = (object: Coordinates): Error =>
  new Error(
    `updateMaxRetries(${retries.tries}) has reached. The garbage collector will retry later for owner ${coordinatesText(object)}`,
  );
