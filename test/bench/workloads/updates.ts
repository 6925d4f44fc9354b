import { type Endpoint, RequestWriter } from '../http-client.ts';
import { expect, inLanes } from '../load.ts';
import { digits, placeOf, podPath } from '../pods.ts';

const whole = 1 << 30;
/** The annotation that every update changes, with a value that never changes its length. */
const marker = '"example.com/touched":"';

/**
 * Reads the first pods of the load and answers what makes the next PUT of one of them: the pod as the server
 * has it, without a resource version, with a new value of the annotation. The bytes of a pod are reused: its
 * next update must not be made before the last one was sent.
 */
export async function prepareUpdates(
  endpoint: Endpoint,
  pods: number,
): Promise<(sequence: number) => Buffer> {
  const writer = new RequestWriter(endpoint);
  const prepared: { bytes: Buffer; value: number }[] = [];
  await inLanes(endpoint, 0, pods, async (connection, i) => {
    const path = podPath(placeOf(i));
    const answer = await connection.send(writer.read(path), whole);
    expect(answer, 200);
    const object = JSON.parse(Buffer.from(answer.body, 'latin1').toString());
    delete object.metadata.resourceVersion;
    const bytes = writer.write('PUT', path, object);
    const value = bytes.indexOf(marker) + marker.length;
    if (value < marker.length) throw new Error(`${path} was not made by this benchmark`);
    prepared[i] = { bytes, value };
  });
  // Other than what an earlier run left.
  const salt = Date.now() % 100;
  let changes = 0;
  return (sequence) => {
    const { bytes, value } = prepared[sequence % pods]!;
    bytes.write(digits((++changes * 100 + salt) % 100_000_000, 8), value, 'latin1');
    return bytes;
  };
}
