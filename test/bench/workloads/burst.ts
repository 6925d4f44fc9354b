import type { Endpoint } from '../http-client.ts';
import { Connection } from '../http-client.ts';
import { expect } from '../load.ts';

const connections = 16;

/** A number of updates that are made as fast as they are answered, on connections that are open already. */
export class Burst {
  readonly #update: (sequence: number) => Buffer;
  readonly #size: number;
  readonly #connections: Connection[];

  static async open(endpoint: Endpoint, size: number, update: (sequence: number) => Buffer): Promise<Burst> {
    const opened = Array.from({ length: connections }, () => Connection.open(endpoint));
    return new Burst(size, update, await Promise.all(opened));
  }

  private constructor(size: number, update: (sequence: number) => Buffer, opened: Connection[]) {
    this.#size = size;
    this.#update = update;
    this.#connections = opened;
  }

  async write(): Promise<void> {
    let next = 0;
    const lane = async (connection: Connection) => {
      while (next < this.#size) expect(await connection.send(this.#update(next++), 1_000), 200);
    };
    await Promise.all(this.#connections.map(lane));
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
  }
}
