import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../calls/call-error.ts';
import { json } from '../calls/calls.ts';

export interface Answer<T> {
  value: T | undefined;
  problem: string;
}

/** The answer to a GET, asked again when the path or `again` changes; the last one stays meanwhile. */
export function useAnswer<T>(path: string, again: unknown = ''): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T>>({ value: undefined, problem: '' });
  useEffect(() => {
    const end = new AbortController();
    json<T>(path, { signal: end.signal }).then(
      (value) => setAnswer({ value, problem: '' }),
      (error: unknown) => {
        if (!end.signal.aborted) setAnswer(({ value }) => ({ value, problem: messageOf(error) }));
      },
    );
    return () => end.abort();
  }, [path, again]);
  return answer;
}
