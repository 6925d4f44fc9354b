import { useEffect, useState } from 'preact/hooks';
import { json } from '../calls/calls.ts';

/**
 * The rows of a table that the server keeps about itself, read again after each period; undefined where it has none or
 * keeps it from the user. While the server is away, the last rows stay.
 */
export function useDebugTable<Row>(name: string, period: number): readonly Row[] | undefined {
  const [rows, setRows] = useState<readonly Row[] | undefined>();
  useEffect(() => {
    const end = new AbortController();
    const read = (): void =>
      void json<{ rows: Row[] } | null>(`local/debug?table=${name}`, { signal: end.signal }).then(
        (table) => setRows(table?.rows),
        () => {},
      );
    const timer = setInterval(read, period);
    read();
    return () => {
      end.abort();
      clearInterval(timer);
    };
  }, [name, period]);
  return rows;
}
