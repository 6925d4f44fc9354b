import { StatusError } from '../../../src/api/meta/status.ts';
import { canonicalQuantity, parseQuantity, QuantityError } from '../../../src/api/values/quantity.ts';
import { canonicalMicroTime, canonicalTime, TimeError, timeMs } from '../../../src/api/values/time.ts';
import { checkSchedule, ScheduleError } from '../../../src/kinds/batch/cron-job/schedule.ts';
import { ContinueTokens } from '../../../src/registry/read/continue-token.ts';
import { hasVersion, parseResourceVersion } from '../../../src/registry/read/resource-version.ts';
import { parseIncludeObject } from '../../../src/server/representation/tables.ts';
import { DurationError, formatDuration, parseDuration } from '../../../src/util/duration.ts';
import { expectSame, expectTrue, type Target } from '../engine/target.ts';
import { dialect } from './samples.ts';

const digits = ['0', '1', '9', '00', '.', '-', '+', 'e', 'E', '9223372036854775807', '9223372036854775808'];

/** Runs the readers one after the other: what one refuses the next may take. */
function each(refusals: Target['refusals'], ...readers: readonly (() => unknown)[]): void {
  let refused: unknown;
  for (const read of readers) {
    try {
      read();
    } catch (error) {
      if (!refusals.some((refusal) => error instanceof refusal)) throw error;
      refused = error;
    }
  }
  if (refused !== undefined) throw refused;
}

export const quantities: Target = {
  name: 'quantities',
  seeds: () => [
    '1500m',
    '1Gi',
    '0.5',
    '12e6',
    '-1.5Ki',
    '100M',
    '1E',
    '.5',
    '5.',
    '1e-9',
    '999999999999999999999',
  ],
  dictionary: [
    ...digits,
    'n',
    'u',
    'm',
    'k',
    'M',
    'G',
    'T',
    'P',
    'E',
    'Ki',
    'Mi',
    'Gi',
    'Ti',
    'Pi',
    'Ei',
    'e3',
    'E-3',
  ],
  refusals: [QuantityError],
  run(text: string) {
    const canonical = canonicalQuantity(text);
    expectSame(canonicalQuantity(canonical), canonical, 'the canonical form of a quantity');
    const [one, other] = [parseQuantity(text), parseQuantity(canonical)];
    expectTrue(
      one.compare(other) === 0 || /[nu]|\.\d|e-/i.test(text),
      'the canonical form is another amount',
    );
  },
};

export const durations: Target = {
  name: 'durations',
  seeds: () => ['1h30m', '-1.5s', '300ms', '0', '1us2ns', '2562047h47m16.854775807s', '1µs', '.5s'],
  dictionary: [...digits, 'h', 'm', 's', 'ms', 'us', 'ns', 'µs', 'μs'],
  refusals: [DurationError],
  run(text: string) {
    const duration = parseDuration(text);
    expectSame(parseDuration(formatDuration(duration)), duration, 'a duration that is written and read');
  },
};

export const times: Target = {
  name: 'times',
  seeds: () => [
    '2021-03-04T05:06:07Z',
    '2021-03-04T05:06:07.123456+01:00',
    '0001-01-01T00:00:00Z',
    '2020-02-29T23:59:59-23:59',
  ],
  dictionary: [...digits, 'T', 'Z', ':', '-', '+', '.', '.000000', '24:00', '60', '31', '02-29'],
  refusals: [TimeError],
  run(text: string) {
    each(
      [TimeError],
      () => {
        const canonical = canonicalTime(text);
        // Offsets lead out of the years that have four digits.
        if (/^\d{4}-/.test(canonical))
          expectSame(canonicalTime(canonical), canonical, 'the canonical form of a time');
        timeMs(text);
      },
      () => {
        const canonical = canonicalMicroTime(text);
        if (/^\d{4}-/.test(canonical))
          expectSame(canonicalMicroTime(canonical), canonical, 'the canonical form of a micro-time');
      },
    );
  },
};

export const schedules: Target = {
  name: 'schedules',
  seeds: () => [
    '*/5 0-23/2 1,15 jan-dec mon-fri',
    '@every 1h30m',
    '@hourly',
    'TZ=Europe/Vienna 0 3 * * *',
    '? ? ? ? ?',
  ],
  dictionary: [
    '*',
    '/',
    '-',
    ',',
    '?',
    '@',
    '@every ',
    'TZ=',
    'CRON_TZ=',
    'UTC',
    'sun',
    'dec',
    ' ',
    ...digits,
  ],
  refusals: [ScheduleError],
  maxBytes: 1024 * 1024,
  run(text: string) {
    checkSchedule(text);
  },
};

const tokens = new ContinueTokens(`meta.${dialect.api}/v1`);

export const positions: Target = {
  name: 'positions',
  seeds: () => [
    tokens.encode({ revision: 42, startKey: 'web\0' }),
    Buffer.from(`{"v":"meta.${dialect.api}/v1","rv":-1,"start":"a/b"}`).toString('base64url'),
    '42',
    '18446744073709551615',
    'Metadata',
    'None',
  ],
  dictionary: [...digits, '{"v":', 'eyJ2Ijoi', '=', '-_', 'Object'],
  refusals: [StatusError],
  maxBytes: 64 * 1024,
  run(text: string) {
    each(
      [StatusError],
      () => hasVersion(text),
      () => parseResourceVersion(text, 'cache'),
      () => parseResourceVersion(text, 'store'),
      () => parseIncludeObject(text),
      () => {
        const position = tokens.decode(text);
        expectSame(tokens.decode(tokens.encode(position)), position, 'a token that is written and read');
      },
      // The token that says what the text says, so that mutations reach what is inside.
      () => tokens.decode(Buffer.from(text).toString('base64url')),
    );
  },
};
