import type { KeyValue, Kv, RangeResult } from '../kv.ts';

const pageSize = 500;

/** Everything below a prefix at a revision, page by page: one is on its way while the one before is worked on. */
export async function* allPages(kv: Kv, prefix: string, revision: number): AsyncGenerator<RangeResult> {
  const read = (startKey: string): Promise<RangeResult> => {
    const page = kv.range(prefix, { revision, limit: pageSize, startKey });
    // The callers that wait for it get the failure.
    page.catch(() => {});
    return page;
  };
  let next: Promise<RangeResult> | undefined = read(prefix);
  while (next !== undefined) {
    const page: RangeResult = await next;
    // The smallest key after the last one.
    next = page.more ? read(`${page.items.at(-1)!.key}\0`) : undefined;
    yield page;
  }
}

/** The same, key by key. */
export async function* everything(kv: Kv, prefix: string, revision: number): AsyncGenerator<KeyValue> {
  for await (const { items } of allPages(kv, prefix, revision)) yield* items;
}
