import type { ApiClient } from '../support/api-client.ts';

/** Nothing that works is as slow: a build that sends no event is recorded all the same. */
const maxWaitMs = 2_000;

/**
 * The bytes of a watch of one object: the event of the state that there is, and that of an annotation set then, which
 * has to be another one each time. A watch that is refused ends by itself; one of an object that does not exist sends nothing, and is not waited for.
 */
export async function events(
  client: ApiClient,
  { watch, path, annotation }: { watch: string; path: string; annotation: string },
  accept: string,
): Promise<Buffer> {
  const exists = (await client.get(path)).status === 200;
  const response = await client.open('GET', watch, { headers: { accept } });
  const chunks: Buffer[] = [];
  let notify = (): void => {};
  let isOver = false;
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    notify();
  });
  response.on('close', () => {
    isOver = true;
    notify();
  });
  const contains = async (wanted: number): Promise<void> => {
    const late = AbortSignal.timeout(maxWaitMs);
    late.addEventListener('abort', () => notify());
    while (!isOver && !late.aborted && eventsIn(Buffer.concat(chunks), accept) < wanted) {
      await new Promise<void>((resolve) => (notify = resolve));
    }
  };
  if (response.statusCode !== 200) await contains(Number.POSITIVE_INFINITY);
  else if (exists) {
    await contains(1);
    const headers = { 'content-type': 'application/merge-patch+json' };
    const body = JSON.stringify({ metadata: { annotations: { watched: annotation } } });
    if ((await client.send('PATCH', path, { headers, body })).status === 200) await contains(2);
  }
  response.destroy();
  return Buffer.concat(chunks);
}

/** Events that are there as a whole: lines of JSON, or frames that begin with their length. */
function eventsIn(bytes: Buffer, accept: string): number {
  if (!accept.includes('protobuf')) return bytes.toString().split('\n').length - 1;
  let count = 0;
  for (let at = 0; at + 4 <= bytes.length; count++) {
    at += 4 + bytes.readUInt32BE(at);
    if (at > bytes.length) break;
  }
  return count;
}
