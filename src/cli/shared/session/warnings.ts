import { parseBoolean } from '../../../util/booleans.ts';
import type { FlagSet } from '../arguments/flag-set.ts';
import type { Host } from '../host.ts';

const yellow = '\x1b[33;1m';
const plain = '\x1b[0m';

/** Warnings of the server and of deprecated flags: each text once, on standard error. */
export class Warnings {
  /** Number of warnings of the server. */
  count = 0;
  readonly #host: Host;
  readonly #isOn: boolean;
  readonly #printed = new Set<string>();

  constructor(flags: FlagSet, host: Host) {
    this.#host = host;
    const variable = host.env['ORCHCTL_WARNINGS'] ?? '';
    const isOff = !flags.boolean('warnings') || parseBoolean(variable) === false;
    this.#isOn = !isOff;
  }

  print(text: string): void {
    if (!this.#isOn || this.#printed.has(text)) return;
    this.#printed.add(text);
    this.#host.err.line(`Warning: ${text}`, (shown) =>
      shown.replace('Warning:', `${yellow}Warning:${plain}`),
    );
  }

  /** The header `Warning` of an answer. */
  ofAnswer(header: string): void {
    for (const [, escaped = ''] of header.matchAll(/(?:^|,\s*)299 \S+ "((?:[^"\\]|\\.)+)"/g)) {
      this.count++;
      this.print(escaped.replace(/\\(.)/g, '$1'));
    }
  }
}
