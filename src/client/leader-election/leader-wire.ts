import type { Wire, WireAnswer, WireCall } from '../api/wire.ts';
import { CallError } from '../call-error.ts';

/**
 * Reads pass; writes pass while this process leads. It is asked when a request goes out, and again at the last moment: a
 * process that was stopped between a decision and its request has another leader beside it now.
 */
export class LeaderWire implements Wire {
  readonly #wire: Wire;
  readonly #isLeader: () => boolean;

  /** Leaves the wire to whom it belongs. */
  constructor(wire: Wire, isLeader: () => boolean) {
    this.#wire = wire;
    this.#isLeader = isLeader;
  }

  async send(call: WireCall): Promise<WireAnswer> {
    const { method, path } = call;
    if (method === 'GET' || method === 'HEAD') return this.#wire.send(call);
    const mayGo = (): void => {
      if (this.#isLeader()) return call.mayGo?.();
      throw new CallError('unreachable', `${method} ${path}: this process is not the leader any more`);
    };
    // Also before anything is waited for: a token need not be asked for in vain.
    mayGo();
    return this.#wire.send({ ...call, mayGo });
  }

  [Symbol.dispose](): void {}
}
