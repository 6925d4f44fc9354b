import type { RequestState } from '../request-state.ts';
import type { Client } from '../yaml/converter.ts';

/** On whose behalf YAML of a request is converted, until the answer is out or its client is gone. */
export function yamlClient({ user, whenDone }: RequestState): Client {
  const done = new AbortController();
  whenDone.push(() => done.abort());
  return { user: user?.name ?? '', signal: done.signal };
}
