import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import type { TestServer } from '../../support/server.ts';

const meta = 'meta.k8s.io';

/** A form in which a list can be asked for. */
export interface ListForm {
  readonly name: string;
  readonly accept: string;
  readonly query: string;
}

const form = (name: string, accept: string, query = ''): ListForm => ({ name, accept, query });

export const listForms: readonly ListForm[] = [
  form('JSON', 'application/json'),
  form('pretty', 'application/json', 'pretty=true'),
  form('YAML', 'application/yaml'),
  form('Table', `application/json;as=Table;v=v1;g=${meta}`),
  form('pretty Table', `application/json;as=Table;v=v1;g=${meta}`, 'pretty=true'),
  form('YAML Table', `application/yaml;as=Table;v=v1;g=${meta}`),
  form('Table with objects', `application/json;as=Table;v=v1;g=${meta}`, 'includeObject=Object'),
  form('metadata', `application/json;as=PartialObjectMetadataList;v=v1;g=${meta}`),
  form('Protobuf', 'application/vnd.kubernetes.protobuf'),
  form(
    'metadata in Protobuf',
    `application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;v=v1;g=${meta}`,
  ),
];

/** An object of some 6 KB, with lines, numbers and signs that forms treat in a way of their own. */
export function listedObject(index: number): object {
  const name = `listed-${String(index).padStart(6, '0')}`;
  const config = Array.from(
    { length: 60 },
    (_, line) => `key-${line}: "value ${index * line}" # of ${name}\n`,
  );
  return {
    metadata: {
      name,
      labels: { app: 'listed', half: String(index % 2) },
      annotations: { 'example.com/a': '日本' },
    },
    data: {
      'config.yaml': config.join(''),
      empty: '',
      number: String(index),
      script: `a\n\n b\\"${name}\t`,
      yes: 'no',
    },
  };
}

/** One client that reads lists: whole ones, or the beginning. */
export class ListReader {
  readonly #server: TestServer;
  readonly #agent: Agent;

  constructor(server: TestServer) {
    this.#server = server;
    this.#agent = new Agent({ ca: readFileSync(join(server.directory, 'ca.crt')), keepAlive: true });
  }

  /** The whole body, as it is without compression. */
  async whole(path: string, accept: string, gzip: boolean): Promise<Buffer> {
    const answer = await this.#ask(path, accept, gzip);
    const parts: Buffer[] = [];
    for await (const part of bodyOf(answer)) parts.push(part as Buffer);
    return Buffer.concat(parts);
  }

  /** What one can compare of a body that is too large to hold. */
  async digest(path: string, accept: string, gzip: boolean): Promise<{ bytes: number; sha256: string }> {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const part of bodyOf(await this.#ask(path, accept, gzip))) {
      hash.update(part as Buffer);
      bytes += (part as Buffer).length;
    }
    return { bytes, sha256: hash.digest('hex') };
  }

  /** Reads so many bytes and then no more, until the signal. */
  async beginning(
    path: string,
    accept: string,
    gzip: boolean,
    bytes: number,
    signal: AbortSignal,
  ): Promise<void> {
    const answer = await this.#ask(path, accept, gzip);
    let read = 0;
    answer.on('data', (part: Buffer) => {
      read += part.length;
      if (read >= bytes) answer.pause();
    });
    answer.on('error', () => {});
    if (!signal.aborted)
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    answer.destroy();
  }

  close(): void {
    this.#agent.destroy();
  }

  #ask(path: string, accept: string, gzip: boolean): Promise<IncomingMessage> {
    const headers = {
      authorization: 'Bearer user-token',
      accept,
      ...(gzip ? { 'accept-encoding': 'gzip' } : {}),
    };
    return new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port: this.#server.port, path, agent: this.#agent, headers }, (answer) => {
        if (answer.statusCode === 200) resolve(answer);
        else reject(new Error(`${path} was answered with ${answer.statusCode}`));
      })
        .on('error', reject)
        .end();
    });
  }
}

const bodyOf = (answer: IncomingMessage): AsyncIterable<unknown> =>
  answer.headers['content-encoding'] === 'gzip' ? answer.pipe(createGunzip()) : answer;

export const listedCollection = '/api/v1/namespaces/default/configmaps';

/** Objects that are made at the same time. */
const lanes = 16;

/** Makes so many of the listed objects in the namespace `default`, over some connections. */
export async function makeListedObjects({ client }: TestServer, count: number): Promise<void> {
  const lane = async (first: number): Promise<void> => {
    for (let index = first; index < count; index += lanes) {
      const { status } = await client.post(listedCollection, listedObject(index));
      if (status !== 201) throw new Error(`object ${index} was answered with ${status}`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, first) => lane(first)));
}
