import { claimText, leaseClaimHeader } from '../../api/request/lease-claim.ts';
import type { Wire, WireAnswer, WireCall } from '../api/wire.ts';
import { CallError } from '../call-error.ts';
import type { LeaderElector } from './leader-elector.ts';

/** The elector, as far as writes ask it. */
export type Leadership = Pick<LeaderElector, 'isLeader' | 'claim'>;

/**
 * Reads pass; writes pass while this process leads. It is asked when a request goes out, and again at the last moment: a
 * process that was stopped between a decision and its request has another leader beside it now. A request that was sent
 * even so is refused by a server that knows the header; other servers ignore it.
 */
export class LeaderWire implements Wire {
  readonly #wire: Wire;
  readonly #leadership: Leadership;

  /** Leaves the wire to whom it belongs. */
  constructor(wire: Wire, leadership: Leadership) {
    this.#wire = wire;
    this.#leadership = leadership;
  }

  async send(call: WireCall): Promise<WireAnswer> {
    const { method, path } = call;
    if (method === 'GET' || method === 'HEAD') return this.#wire.send(call);
    const mayGo = (): void => {
      if (this.#leadership.isLeader()) return call.mayGo?.();
      throw new CallError('unreachable', `${method} ${path}: this process is not the leader any more`);
    };
    // Also before anything is waited for: a token need not be asked for in vain.
    mayGo();
    const headers = { ...call.headers, [leaseClaimHeader]: claimText(this.#leadership.claim) };
    return this.#wire.send({ ...call, headers, mayGo });
  }

  [Symbol.dispose](): void {}
}
