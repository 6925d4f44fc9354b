import type { ApiClient } from '../api/api-client.ts';
import { hasCause, isAnswer } from '../api/api-error.ts';
import type { ListOptions, ObjectList, PartialObject, ResourceType } from '../api/resource-client.ts';

/** Objects of one answer. */
const pageSize = 500;

/** Lists whole resource types, page by page where the server cuts them. */
export class Lists<T extends PartialObject> {
  readonly #client: ApiClient;
  readonly #isPartial: boolean;
  /** The server has cut a list that any of its caches could have answered: it will cut others. */
  #isCut = false;

  constructor(client: ApiClient, isPartial: boolean) {
    this.#client = client;
    this.#isPartial = isPartial;
  }

  /** All objects, at least as new as the version: "0" is any, "" is what there is now. */
  async all(type: ResourceType, resourceVersion: string, signal: AbortSignal): Promise<ObjectList<T>> {
    const isExact = resourceVersion !== '' && resourceVersion !== '0';
    const limit = isExact && !this.#isCut ? {} : { limit: pageSize };
    const version = resourceVersion === '' ? {} : { resourceVersion };
    const first = await this.#page(type, { ...version, ...limit }, signal);
    if (resourceVersion === '0' && first.metadata.continue) this.#isCut = true;
    const items = first.items;
    for (let next = first.metadata.continue; next; ) {
      try {
        const page = await this.#page(type, { limit: pageSize, continue: next }, signal);
        for (const item of page.items) items.push(item);
        next = page.metadata.continue;
      } catch (error) {
        // The pages that follow are gone: everything anew, and at once.
        if (!isAnswer(error, 410)) throw error;
        return this.#page(type, version, signal);
      }
    }
    return { metadata: { ...first.metadata, continue: '' }, items };
  }

  /** Items of a list lack what each event has: their kind. */
  async #page(type: ResourceType, options: ListOptions, signal: AbortSignal): Promise<ObjectList<T>> {
    const resource = this.#client.resource<T>(type);
    const list = this.#isPartial
      ? await resource.listMetadata('', options, signal)
      : await resource.list('', options, signal);
    const { apiVersion, kind = '' } = list as { apiVersion?: string; kind?: string };
    const own = { apiVersion, kind: kind.replace(/List$/, '') };
    const items = (list.items ?? []) as (T & { kind?: string })[];
    for (const item of items) if (item.kind === undefined) Object.assign(item, own);
    return { metadata: list.metadata, items };
  }
}

/** Whether the server can no longer say, or not yet, what there was at the version. */
export const isVersionUnusable = (error: unknown): boolean =>
  isAnswer(error, 410) || hasCause(error, 'ResourceVersionTooLarge');
