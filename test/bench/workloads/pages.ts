import { compare } from '../compare.ts';
import { type Connection, RequestWriter } from '../http-client.ts';
import type { Recorded } from '../plain.ts';
import { connectionsFor } from './connections.ts';
import type { Workload } from './workload.ts';

const first = '/api/v1/pods?limit=500';
/** The metadata of a list comes before its items. */
const headOfBody = 2_000;
const whole = 1 << 30;

/** An operation is one walk over the whole list: as many requests as it has pages. */
export const pagesWorkload: Workload = {
  name: 'list-500',
  usual: true,
  run: async (bench) => {
    const writer = new RequestWriter(bench.subject.endpoint);
    const load = {
      workload: 'list by 500',
      connections: connectionsFor(bench.settings, 'list-500', 1),
      operation: async (connection: Connection) =>
        (await walk(connection, writer, headOfBody)).at(-1)!.answer.status,
      // The tokens of the recorded pages lead through them again.
      record: (connection: Connection) => walk(connection, writer, whole),
    };
    return [await compare(bench, load)];
  },
};

async function walk(connection: Connection, writer: RequestWriter, keep: number): Promise<Recorded[]> {
  const pages: Recorded[] = [];
  let target: string | undefined = first;
  while (target !== undefined) {
    const answer = await connection.send(writer.read(target), keep);
    pages.push({ key: `GET ${target}`, answer });
    const token = /"continue":"([^"]+)"/.exec(answer.body.slice(0, headOfBody))?.[1];
    target =
      token === undefined || answer.status >= 300
        ? undefined
        : `${first}&continue=${encodeURIComponent(token)}`;
  }
  return pages;
}
