import { type Duplex, Writable } from 'node:stream';

/** Bytes of a full record of TLS. */
const fullRecord = 16_384;

/**
 * Writes to a connection so that each chunk begins a record of TLS. Of itself a socket gathers what waits into one: a
 * client that waits for its connection to have something, as the Python client does in an exec, does not see the second
 * message of a record before another one comes, which may be never. Full records are written without waiting: their
 * borders stay where they are.
 */
export class RecordWriter extends Writable {
  readonly #connection: Duplex;

  constructor(connection: Duplex) {
    super();
    this.#connection = connection;
    connection.once('close', () => this.destroy());
    // The connection has its own.
    this.on('error', () => {});
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    if (chunk.length % fullRecord !== 0) this.#connection.write(chunk, done);
    else if (this.#connection.write(chunk)) done();
    else this.#connection.once('drain', () => done());
  }

  override _final(done: () => void): void {
    this.#connection.end();
    done();
  }
}
