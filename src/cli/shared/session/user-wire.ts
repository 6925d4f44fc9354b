import type { Wire, WireAnswer, WireCall } from '../../../client/api/wire.ts';
import type { Host } from '../host.ts';
import type { Warnings } from './warnings.ts';

export interface UserWireOptions {
  server: string;
  /** Milliseconds for each request; 0 for as long as it takes. */
  timeout: number;
  warnings: Warnings;
  host: Host;
  /** From 6 on requests are printed, from 8 on their headers as well. */
  verbosity: number;
}

/** Shows the user what comes with answers, and limits the time of requests as the user wants. */
export class UserWire implements Wire {
  readonly #wire: Wire;
  readonly #options: UserWireOptions;

  /** The wire is its own. */
  constructor(wire: Wire, options: UserWireOptions) {
    this.#wire = wire;
    this.#options = options;
  }

  async send(call: WireCall): Promise<WireAnswer> {
    const { timeout, warnings, host } = this.#options;
    const began = host.now();
    const answer = await this.#wire.send(timeout === 0 ? call : this.#limited(call, timeout));
    this.#log(call, answer, host.now() - began);
    const { warning } = answer.headers;
    if (warning !== undefined) warnings.ofAnswer(warning);
    return answer;
  }

  [Symbol.dispose](): void {
    this.#wire[Symbol.dispose]();
  }

  /** The warning goes to the server as well. */
  #limited(call: WireCall, timeout: number): WireCall {
    const separator = call.path.includes('?') ? '&' : '?';
    const path = /[?&](watch|follow)=/.test(call.path)
      ? call.path
      : `${call.path}${separator}timeout=${Math.ceil(timeout / 1_000)}s`;
    return { ...call, path, signal: AbortSignal.any([call.signal, AbortSignal.timeout(timeout)]) };
  }

  #log({ method, path, headers }: WireCall, { status, headers: answered }: WireAnswer, ms: number): void {
    const { verbosity, host, server } = this.#options;
    if (verbosity < 6) return;
    host.err.line(`${method} ${server}${path} ${status} in ${ms} milliseconds`);
    if (verbosity < 8) return;
    for (const [name, value] of Object.entries(headers)) {
      host.err.line(`    ${name}: ${name === 'authorization' ? 'Bearer <masked>' : value}`);
    }
    for (const [name, value] of Object.entries(answered)) host.err.line(`  < ${name}: ${value}`);
  }
}
