import { goQuote } from '../../util/quote.ts';

/** The text is not a time. The message is Go's, as in the API. */
export class TimeError extends Error {
  override readonly name = 'TimeError';
}

/** Whole seconds since 1970, perhaps negative, plus 0 to 999 999 999 nanoseconds. */
export interface Instant {
  seconds: number;
  nanoseconds: number;
}

/** An unset time where null is not allowed. */
export const zeroTime = '0001-01-01T00:00:00Z';
export const zeroMicroTime = '0001-01-01T00:00:00.000000Z';

const timeLayout = '2006-01-02T15:04:05Z07:00';
const microTimeLayout = '2006-01-02T15:04:05.000000Z07:00';

/**
 * Parses RFC 3339: any offset, any fraction (truncated to nanoseconds), `T` and `Z` in upper case. Throws TimeError.
 *
 *     2021-03-04T05:06:07Z    2021-03-04T05:06:07.89+01:00
 */
export function parseTime(text: string): Instant {
  return new TimeReader(text, timeLayout).read();
}

/** Does what parseTime does, with exactly six digits of fraction, which the API requires of a MicroTime. */
export function parseMicroTime(text: string): Instant {
  return new TimeReader(text, microTimeLayout).read();
}

/** Skips parsing for what is canonical already, as are all times of stored objects. */
const canonicalForm =
  /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;

/** Text in which times are stored and served: UTC, truncated to whole seconds. */
export function canonicalTime(text: string): string {
  if (canonicalForm.test(text)) return text;
  return formatTime(parseTime(text));
}

/** UTC, with six digits of fraction. */
export function canonicalMicroTime(text: string): string {
  return formatMicroTime(parseMicroTime(text));
}

/** Milliseconds since 1970. */
export function timeMs(text: string): number {
  const { seconds, nanoseconds } = parseTime(text);
  return seconds * 1000 + Math.trunc(nanoseconds / 1e6);
}

/** `ms`: milliseconds since 1970, as of a Clock. */
export const timeNow = (ms: number): string => formatTime(ofMs(ms));
export const microTimeNow = (ms: number): string => formatMicroTime(ofMs(ms));

/** Text in which Go prints a time in a message: `2021-03-04 05:06:07 +0000 UTC`. */
export const goTime = (ms: number): string => `${timeNow(ms).slice(0, -1).replace('T', ' ')} +0000 UTC`;

function ofMs(ms: number): Instant {
  const seconds = Math.floor(ms / 1000);
  return { seconds, nanoseconds: Math.floor((ms - seconds * 1000) * 1e6) };
}

export function formatTime({ seconds }: Instant): string {
  return `${dateAndTime(seconds)}Z`;
}

export function formatMicroTime({ seconds, nanoseconds }: Instant): string {
  const micros = Math.floor(nanoseconds / 1000);
  return `${dateAndTime(seconds)}.${String(micros).padStart(6, '0')}Z`;
}

/** Go prints years of five digits and negative years without the `+0` and `-00` of ECMAScript. */
function dateAndTime(seconds: number): string {
  const text = new Date(seconds * 1000).toISOString();
  if (text.length === 24) return text.slice(0, 19);
  const year = Number(text.slice(0, 7));
  return `${year < 0 ? '-' : ''}${String(Math.abs(year)).padStart(year < 0 ? 3 : 4, '0')}${text.slice(7, 22)}`;
}

/** Parses in the order of Go, so that an error names the same rest of the text and the same part of the layout. */
class TimeReader {
  readonly #text: string;
  readonly #layout: string;
  #rest: string;

  constructor(text: string, layout: string) {
    this.#text = text;
    this.#layout = layout;
    this.#rest = text;
  }

  read(): Instant {
    const year = this.#number('2006', /^[0-9]{4}/);
    this.#literal('-');
    const month = this.#number('01', /^[0-9]{2}/, 1, 12, 'month');
    this.#literal('-');
    const day = this.#number('02', /^[0-9]{2}/);
    this.#literal('T');
    // Go accepts an hour of one digit.
    const hour = this.#number('15', /^[0-9]{1,2}/, 0, 23, 'hour');
    this.#literal(':');
    const minute = this.#number('04', /^[0-9]{2}/, 0, 59, 'minute');
    this.#literal(':');
    const second = this.#number('05', /^[0-9]{2}/, 0, 59, 'second');
    const nanoseconds = this.#fraction();
    const offset = this.#offset();
    if (this.#rest !== '') throw this.#outOf(`extra text: ${goQuote(this.#rest)}`);
    const date = new Date(0);
    // The constructor takes years before 100 for years of the last century.
    date.setUTCFullYear(year, month - 1, day);
    if (date.getUTCDate() !== day) throw this.#outOf('day out of range');
    return { seconds: date.getTime() / 1000 + hour * 3600 + minute * 60 + second - offset, nanoseconds };
  }

  #number(element: string, pattern: RegExp, min = 0, max = Infinity, name = ''): number {
    const match = pattern.exec(this.#rest);
    if (match === null) throw this.#cannot(element);
    this.#rest = this.#rest.slice(match[0].length);
    const value = Number(match[0]);
    if (value < min || value > max) throw this.#outOf(`${name} out of range`);
    return value;
  }

  #literal(character: string): void {
    if (!this.#rest.startsWith(character)) throw this.#cannot(character);
    this.#rest = this.#rest.slice(1);
  }

  #fraction(): number {
    const exact = this.#layout === microTimeLayout;
    const match = (exact ? /^\.[0-9]{6}/ : /^\.[0-9]+/).exec(this.#rest);
    if (match === null) {
      if (exact) throw this.#cannot('.000000');
      return 0;
    }
    this.#rest = this.#rest.slice(match[0].length);
    return Number(match[0].slice(1, 10).padEnd(9, '0'));
  }

  /** Seconds ahead of UTC. */
  #offset(): number {
    if (this.#rest.startsWith('Z')) {
      this.#rest = this.#rest.slice(1);
      return 0;
    }
    const match = /^([-+])([0-9]{2}):([0-9]{2})/.exec(this.#rest);
    if (match === null) throw this.#cannot('Z07:00');
    this.#rest = this.#rest.slice(6);
    const seconds = Number(match[2]) * 3600 + Number(match[3]) * 60;
    return match[1] === '-' ? -seconds : seconds;
  }

  #cannot(element: string): TimeError {
    const [text, layout, rest, part] = [this.#text, this.#layout, this.#rest, element].map(goQuote);
    return new TimeError(`parsing time ${text} as ${layout}: cannot parse ${rest} as ${part}`);
  }

  #outOf(what: string): TimeError {
    return new TimeError(`parsing time ${goQuote(this.#text)}: ${what}`);
  }
}
