import type { Clock } from '../../../util/clock.ts';

const perHour = 10;
const hour = 3_600_000;

/** The install hint of a credential plugin that is missing: logged often enough to be seen, and not with each request. */
export class InstallHint {
  readonly #clock: Clock;
  #said: number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** To be appended to the error. */
  text(hint: string): string {
    const now = this.#clock.now();
    this.#said = this.#said.filter((time) => now - time < hour);
    if (this.#said.length >= perHour) return '';
    this.#said.push(now);
    const help = 'The client configuration names a program that gets credentials, and it is not installed.';
    return `\n\n${help}${hint === '' ? '' : `\n\n${visible(hint)}`}`;
  }
}

/** Control characters are shown as a code: `U+001B`. */
const visible = (text: string): string =>
  text.replaceAll(
    /(?![\n\t])\p{Cc}/gu,
    (one) => `U+${one.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`,
  );
