import { useEffect, useState } from 'preact/hooks';
import { CallError } from '../calls/call-error.ts';
import { json } from '../calls/calls.ts';
import { type ResourceType, typePath } from '../calls/session.ts';
import { watch } from '../calls/watch.ts';
import { type FollowState, follow } from '../live/following.ts';
import { surroundings } from '../live/surroundings.ts';
import { untilNextList } from '../live/unwatched.ts';
import type { ApiObject } from './api-object.ts';

export interface LiveObject {
  object: ApiObject | undefined;
  /** It was there, and was deleted. */
  isGone: boolean;
  state: FollowState;
}

interface ObjectList {
  metadata: { resourceVersion: string };
  items?: Omit<ApiObject, 'apiVersion' | 'kind'>[] | null;
}

/** Follows one object while it is shown. */
export function useLiveObject(type: ResourceType, namespace: string, name: string): LiveObject {
  const [live, setLive] = useState<LiveObject>({
    object: undefined,
    isGone: false,
    state: { kind: 'loading' },
  });
  useEffect(() => {
    const end = new AbortController();
    const path = typePath(type, namespace);
    const identity = { apiVersion: [type.group, type.version].filter(Boolean).join('/'), kind: type.kind };
    const show = (changes: Partial<LiveObject>): void => setLive((before) => ({ ...before, ...changes }));
    const list = async (signal: AbortSignal): Promise<string> => {
      const query = `?fieldSelector=${encodeURIComponent(`metadata.name=${name}`)}`;
      const { items, metadata } = await json<ObjectList>(path + query, { signal });
      const item = items?.[0];
      if (item === undefined) {
        // In the server's words.
        await json(typePath(type, namespace, name), { signal }).catch((error: unknown) => {
          if (!(error instanceof CallError) || error.status !== 404) throw error;
          setLive((before) => ({ ...before, isGone: true }));
        });
      } else show({ object: { ...item, ...identity } as unknown as ApiObject, isGone: false });
      return metadata.resourceVersion;
    };
    const follows = async (
      revision: string,
      seen: (revision: string) => void,
      signal: AbortSignal,
    ): Promise<void> => {
      const parameters = { fieldSelector: `metadata.name=${name}`, resourceVersion: revision };
      for await (const { type: event, object } of watch<ApiObject>(
        path,
        parameters,
        'application/json',
        signal,
      )) {
        if (event === 'ERROR')
          throw new CallError(String(object['message'] ?? ''), Number(object['code'] ?? 0));
        if (event === 'DELETED') show({ object, isGone: true });
        else if (event !== 'BOOKMARK') show({ object, isGone: false });
        seen(object.metadata.resourceVersion ?? revision);
      }
    };
    const unwatched = (_: string, __: unknown, signal: AbortSignal) => untilNextList(signal);
    const followed = { list, watch: type.verbs.includes('watch') ? follows : unwatched };
    void follow(followed, (state) => show({ state }), end.signal, surroundings);
    return () => end.abort();
  }, [type, namespace, name]);
  return live;
}
