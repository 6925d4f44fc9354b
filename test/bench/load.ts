import { type Answer, Connection, type Endpoint, RequestWriter } from './http-client.ts';
import {
  collectionPath,
  loadNamespaces,
  placeOf,
  pod,
  podPath,
  podStatus,
  scratchNamespace,
} from './pods.ts';

/** Writes at a time while loading. */
const lanes = 16;

/** Does `step` for each number from `from` to `to`, on several connections at a time. */
export async function inLanes(
  endpoint: Endpoint,
  from: number,
  to: number,
  step: (connection: Connection, i: number) => Promise<void>,
): Promise<void> {
  let next = from;
  const lane = async () => {
    const connection = await Connection.open(endpoint);
    try {
      while (next < to) await step(connection, next++);
    } finally {
      connection.close();
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, to - from) }, lane));
}

export async function makeNamespaces(endpoint: Endpoint): Promise<void> {
  const writer = new RequestWriter(endpoint);
  const names = [...loadNamespaces, scratchNamespace];
  await inLanes(endpoint, 0, names.length, async (connection, i) => {
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: names[i] } };
    expect(await connection.send(writer.write('POST', '/api/v1/namespaces', namespace), 1_000), 201, 409);
  });
}

/** Makes the pods of these numbers and gives them a status. Those that are there already stay. */
export async function loadPods(endpoint: Endpoint, from: number, to: number): Promise<void> {
  const writer = new RequestWriter(endpoint);
  await inLanes(endpoint, from, to, async (connection, i) => {
    const object = pod(i);
    const place = placeOf(i);
    const created = await connection.send(
      writer.write('POST', collectionPath(place.namespace), object),
      1_000,
    );
    expect(created, 201, 409);
    if (created.status === 409) return;
    const withStatus = { ...object, status: podStatus(i) };
    expect(await connection.send(writer.write('PUT', `${podPath(place)}/status`, withStatus), 1_000), 200);
  });
}

/** Removes all pods of the namespaces at once. */
export async function removePods(endpoint: Endpoint, namespaces: readonly string[]): Promise<void> {
  const writer = new RequestWriter(endpoint);
  const connection = await Connection.open(endpoint);
  for (const namespace of namespaces) {
    // Large collections may take longer than a request may: what is left is taken by the next one.
    for (let i = 0; i < 20; i++) {
      const { status } = await connection.send(
        writer.delete(`${collectionPath(namespace)}?gracePeriodSeconds=0`),
      );
      if (status === 200 || status === 404) break;
    }
  }
  connection.close();
}

/** Throws with what the server said, unless it is one of these statuses. */
export function expect(answer: Answer, ...statuses: number[]): void {
  if (!statuses.includes(answer.status))
    throw new Error(`the server answers ${answer.status}: ${answer.body}`);
}
