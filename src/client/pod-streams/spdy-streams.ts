import { SpdyClient } from '../spdy/spdy-client.ts';
import type { SpdyConnection } from '../upgrade/spdy-upgrade.ts';
import { sizeMessage } from './channel-streams.ts';
import { type LocalStreams, sendLocal, writeTo } from './local-streams.ts';
import { RemoteStatus } from './remote-status.ts';

type StreamName = 'error' | 'resize' | 'stderr' | 'stdin' | 'stdout';

/** Speaks with a container in streams of SPDY. Resolves with the exit code. */
export function runSpdyStreams(connection: SpdyConnection, local: LocalStreams): Promise<number> {
  return new SpdyConversation(connection, local).run();
}

class SpdyConversation {
  readonly #connection: SpdyConnection;
  readonly #local: LocalStreams;
  readonly #client: SpdyClient;
  readonly #status = new RemoteStatus();
  readonly #names = new Map<number, StreamName>();
  readonly #streams = new Map<StreamName, number>();
  /** Streams on which something may come. */
  readonly #open = new Set<StreamName>();
  readonly #over = Promise.withResolvers<void>();
  #roomWaiters: (() => void)[] = [];

  constructor(connection: SpdyConnection, local: LocalStreams) {
    this.#connection = connection;
    this.#local = local;
    this.#client = new SpdyClient(connection.socket, {
      data: (stream, bytes) => this.#data(stream, bytes),
      ended: (stream) => this.#ended(stream),
      closed: () => this.#end(),
      drained: () => this.#releaseWaiters(),
    });
  }

  async run(): Promise<number> {
    const agreed = this.#wanted().map((name) => this.#openStream(name));
    this.#client.start(this.#connection.head);
    await Promise.race([Promise.all(agreed), this.#over.promise]);
    const stop = sendLocal(this.#local, {
      input: (bytes) => this.#input(bytes),
      inputEnded: () => this.#send('stdin', Buffer.alloc(0), true),
      resize: (size) => this.#send('resize', sizeMessage(size)),
    });
    try {
      await this.#over.promise;
    } finally {
      stop();
      this.#client[Symbol.dispose]();
    }
    return this.#status.exitCode();
  }

  /** In the order in which agents expect them. */
  #wanted(): StreamName[] {
    const { stdin, stdout, stderr, tty } = this.#local;
    const wanted: [StreamName, boolean][] = [
      ['error', true],
      ['stdin', stdin !== undefined],
      ['stdout', stdout !== undefined],
      ['stderr', stderr !== undefined && !tty],
      ['resize', tty],
    ];
    return wanted.filter(([, isWanted]) => isWanted).map(([name]) => name);
  }

  #openStream(name: StreamName): Promise<void> {
    const { stream, agreed } = this.#client.open({ streamtype: name });
    this.#names.set(stream, name);
    this.#streams.set(name, stream);
    if (name !== 'stdin' && name !== 'resize') this.#open.add(name);
    return agreed;
  }

  #data(stream: number, bytes: Buffer): void {
    const name = this.#names.get(stream);
    if (name === 'error') return this.#status.add(bytes);
    const output =
      name === 'stdout' ? this.#local.stdout : name === 'stderr' ? this.#local.stderr : undefined;
    writeTo(
      output,
      bytes,
      () => this.#client.pause(),
      () => this.#client.resume(),
    );
  }

  #ended(stream: number): void {
    const name = this.#names.get(stream);
    if (name === undefined || !this.#open.delete(name) || this.#open.size > 0) return;
    this.#end();
  }

  #end(): void {
    this.#releaseWaiters();
    this.#over.resolve();
  }

  #send(name: StreamName, bytes: Buffer, isLast = false): boolean {
    const stream = this.#streams.get(name);
    return stream === undefined || this.#client.send(stream, bytes, isLast);
  }

  async #input(bytes: Buffer): Promise<void> {
    if (this.#send('stdin', bytes)) return;
    await new Promise<void>((resolve) => this.#roomWaiters.push(resolve));
  }

  #releaseWaiters(): void {
    const waiters = this.#roomWaiters;
    this.#roomWaiters = [];
    for (const release of waiters) release();
  }
}
