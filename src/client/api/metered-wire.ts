import type { Clock } from '../../util/clock.ts';
import type { Wire, WireAnswer, WireCall } from './wire.ts';

export interface ObservedRequest {
  method: string;
  /** `https://a.example:6443` */
  server: string;
  /** With its query. */
  path: string;
}

export interface RequestObserver {
  /** `code`: the status of the answer, or `<error>` when there was none. */
  answered(request: ObservedRequest, code: string, seconds: number): void;
  /** Receives the bytes of the bodies of a request and of its answer, where they are known. */
  sized?(request: ObservedRequest, sent: number, received: number | undefined): void;
  /** Receives how long the client's own limit let the request wait. */
  waited(request: ObservedRequest, seconds: number): void;
}

/** Counts the requests to one server, and how long it takes for the answers to begin. */
export class MeteredWire implements Wire {
  readonly #wire: Wire;
  readonly #server: string;
  readonly #observer: RequestObserver;
  readonly #clock: Clock;

  /** The wire is its own. `clock`: a monotonic one. */
  constructor(
    wire: Wire,
    { server, observer, clock }: { server: string; observer: RequestObserver; clock: Clock },
  ) {
    this.#wire = wire;
    this.#server = server;
    this.#observer = observer;
    this.#clock = clock;
  }

  async send(call: WireCall): Promise<WireAnswer> {
    const began = this.#clock.now();
    let code = '<error>';
    try {
      const answer = await this.#wire.send(call);
      code = String(answer.status);
      const length = answer.headers['content-length'];
      const { method, path, body = '' } = call;
      const received = length === undefined ? undefined : Number(length);
      this.#observer.sized?.({ method, server: this.#server, path }, Buffer.byteLength(body), received);
      return answer;
    } finally {
      const { method, path } = call;
      const seconds = (this.#clock.now() - began) / 1_000;
      this.#observer.answered({ method, server: this.#server, path }, code, seconds);
    }
  }

  [Symbol.dispose](): void {
    this.#wire[Symbol.dispose]();
  }
}
