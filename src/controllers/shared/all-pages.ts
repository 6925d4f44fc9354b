import type { ListOptions, ObjectList } from '../../client/api/resource-client.ts';

/** Objects of an answer: neither side has to hold the whole of a long list. */
const pageSize = 500;

/** The objects of a list, page by page, all as they are at one moment. */
export async function* allPages<T>(
  read: (options: ListOptions) => Promise<ObjectList<T>>,
): AsyncGenerator<T[]> {
  let next: string | undefined;
  do {
    const { items, metadata } = await read({ limit: pageSize, ...(next ? { continue: next } : {}) });
    yield items ?? [];
    next = metadata.continue;
  } while (next);
}
