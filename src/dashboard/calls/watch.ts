import { call, queryText } from './calls.ts';
import { linesOf } from './lines.ts';

/** An event of a watch. */
export interface WatchEvent<T> {
  type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  object: T;
}

/** Events since a revision, until the server ends the watch. */
export async function* watch<T>(
  path: string,
  parameters: Readonly<Record<string, string>>,
  accept: string,
  signal: AbortSignal,
): AsyncGenerator<WatchEvent<T>> {
  const query = queryText({ ...parameters, watch: '1', allowWatchBookmarks: 'true' });
  const { body } = await call(path + query, { accept, signal });
  for await (const line of linesOf(body!)) {
    if (line.trim() !== '') yield JSON.parse(line) as WatchEvent<T>;
  }
}
