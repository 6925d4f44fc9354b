import { Agent } from 'node:https';
import { ApiClient } from '../../support/api-client.ts';
import { maxStall } from '../../support/max-stall.ts';
import { collectionOf, resourcesOf } from '../../support/resources.ts';
import { type Wide, wide, wideBody } from '../../support/wide-objects.ts';
import { Connection, RequestWriter } from '../http-client.ts';
import { type Measurement, unmeasured } from '../measurement.ts';
import type { Product } from '../product.ts';
import { percentile } from '../statistics.ts';
import type { Row, Scenario } from './workload.ts';

/** Milliseconds that no other request may wait for a step of any object, on a machine of usual speed. */
const maxAllowedStall = 250;
/** How many of the worst the report names. */
const worst = 8;

/** One request with a wide object, and for how long others had to wait meanwhile. */
interface Held {
  readonly what: string;
  /** Milliseconds: the longest time that somebody else waited for an answer. */
  readonly pause: number;
  /** Milliseconds: what reading its text and writing it again takes, and nothing else: one step of any server. */
  readonly text: number;
}

const verbs = ['create', 'patch', 'update', 'apply'] as const;
type Verb = (typeof verbs)[number];
type HeldBy = Record<Verb, Held[]>;

/**
 * Objects as wide as they may be, while somebody else asks for next to nothing, again and again. The plain figure is
 * one reading and writing of the same text in this process, right before.
 */
export const wideScenario: Scenario = {
  name: 'wide',
  run: async (_, startFresh) => {
    const subject = await startFresh(() => ['--dialect=kubernetes', '--runtime-config=api/all=true']);
    const client = new ApiClient(
      subject.endpoint.port,
      new Agent({ rejectUnauthorized: false }),
      subject.endpoint.authorization!.replace('Bearer ', ''),
    );
    const bystander = await Bystander.open(subject);
    try {
      const resources = await resourcesOf(client);
      const all = async (): Promise<HeldBy> => {
        const held: HeldBy = { create: [], patch: [], update: [], apply: [] };
        for (const one of wide)
          await sendAll(bystander, one, collectionOf(resources.get(`${one.apiVersion} ${one.kind}`)!), held);
        return held;
      };
      // The first of each is compiled at its own expense.
      await all();
      const held = await all();
      return verbs.map((verb) => row(subject, verb, held[verb]));
    } finally {
      bystander.close();
      client.close();
      await subject.stop();
    }
  },
};

/** Makes the object, changes it in the other ways if it was taken, and removes it. */
async function sendAll(bystander: Bystander, one: Wide, collection: string, held: HeldBy): Promise<void> {
  const { writer } = bystander;
  const text = wideBody(one);
  const object = JSON.parse(text);
  const path = `${collection}/${object.metadata.name}`;
  const send = async (verb: Verb, request: Buffer) => {
    const yardstick = timeOfText(text);
    const { status, pause } = await bystander.during(request);
    held[verb].push({ what: one.what, pause, text: yardstick });
    return status;
  };
  const annotated = (value: string) => ({
    ...object,
    metadata: { ...object.metadata, annotations: { ...object.metadata.annotations, wide: value } },
  });
  if ((await send('create', writer.write('POST', collection, text))) !== 201) return;
  const patch = { metadata: { annotations: { wide: 'patched' } } };
  await send('patch', writer.write('PATCH', path, patch, 'application/merge-patch+json'));
  await send('update', writer.write('PUT', path, annotated('updated')));
  const { managedFields: _, ...metadata } = annotated('applied').metadata;
  const applied = { ...object, metadata };
  const target = `${path}?fieldManager=wide&force=true`;
  await send('apply', writer.write('PATCH', target, applied, 'application/apply-patch+yaml'));
  const released = { metadata: { finalizers: null } };
  await bystander.during(writer.write('PATCH', path, released, 'application/merge-patch+json'));
  await bystander.during(writer.write('DELETE', path, { gracePeriodSeconds: 0 }));
}

/** Somebody who asks for next to nothing, one request after the other. */
class Bystander {
  readonly writer: RequestWriter;
  readonly #own: Connection;
  readonly #other: Connection;

  static async open({ endpoint }: Product): Promise<Bystander> {
    const [own, other] = await Promise.all([Connection.open(endpoint), Connection.open(endpoint)]);
    return new Bystander(new RequestWriter(endpoint), own, other);
  }

  private constructor(writer: RequestWriter, own: Connection, other: Connection) {
    this.writer = writer;
    this.#own = own;
    this.#other = other;
  }

  /** Sends the request on the other connection, and says how long the longest answer here took until that was there. */
  async during(request: Buffer): Promise<{ status: number; pause: number }> {
    const answer = this.#other.send(request);
    const ask = this.writer.read('/livez');
    const pause = await maxStall(answer, () => this.#own.send(ask));
    return { status: (await answer).status, pause };
  }

  close(): void {
    this.#own.close();
    this.#other.close();
  }
}

function timeOfText(text: string): number {
  const began = performance.now();
  JSON.stringify(JSON.parse(text));
  return performance.now() - began;
}

function row(subject: Product, verb: Verb, held: readonly Held[]): Row {
  const over = held.filter(({ pause }) => pause > maxAllowedStall).sort((a, b) => b.pause - a.pause);
  const named = over.slice(0, worst).map(({ what, pause }) => `${what} ${pause.toFixed(0)}`);
  return {
    workload: `wide, ${verb}`,
    subject: measurement(subject, held, ({ pause }) => pause),
    plain: measurement(subject, held, ({ text }) => text),
    notes: [
      `${over.length} of ${held.length} held others for more than ${maxAllowedStall} ms${named.length > 0 ? `: ${named.join(', ')}` : ''}`,
    ],
  };
}

function measurement({ meter }: Product, held: readonly Held[], of: (one: Held) => number): Measurement {
  const sorted = held.map(of).sort((a, b) => a - b);
  return {
    ...unmeasured,
    operations: held.length,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    memory: meter.memory(),
  };
}
