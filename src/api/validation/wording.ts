import { isReleasedBy } from '../meta/release.ts';

/** A text of messages that a release changed for every kind. */
interface Rewording {
  /** The first release with the text `now`. */
  readonly since: string;
  /** What stood there before; `$1` in `now` is its first group. */
  readonly before: RegExp;
  readonly now: string;
  /** The fields whose messages change; all when not given. */
  readonly fields?: RegExp;
}

/** Labels, and what is compared with them: the names of objects go on being counted in characters. */
const labelFields = /(?:abels|elector|Topology|\.values\[\d+\]|\.value)$/;

/** The earliest first: what a later release changes is what the earlier one made of it. */
const rewordings: readonly Rewording[] = [
  {
    since: '1.24',
    before: /: must be a valid IP address, \(e\.g\. 10\.9\.8\.7\)$/,
    now: ': must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
  },
  {
    since: '1.25',
    before: /must contain at least one letter or number \(a-z, 0-9\)/,
    now: 'must contain at least one letter (a-z)',
  },
  {
    since: '1.32',
    before: /^Too long: must have at most (\d+) bytes$/,
    now: 'Too long: may not be more than $1 bytes',
  },
  {
    since: '1.32',
    before: /part must be no more than (\d+) characters/,
    now: 'part must be no more than $1 bytes',
  },
  {
    since: '1.32',
    fields: labelFields,
    before: /must be no more than (\d+) characters/,
    now: 'must be no more than $1 bytes',
  },
  { since: '1.34', before: /may not be more than 1 bytes$/, now: 'may not be more than 1 byte' },
  { since: '1.34', before: /must have at most 1 items$/, now: 'must have at most 1 item' },
  { since: '1.34', before: /: (?:kind|name|uid) must not be empty$/, now: ': must not be empty' },
  {
    since: '1.34',
    before: /^Required value: (?:kind|name|service name|service namespace) is required$/,
    now: 'Required value',
  },
  { since: '1.34', before: /^Required value: must be set$/, now: 'Required value' },
];

interface WordedError {
  readonly field: string;
  readonly body: string;
  readonly jsonBody?: string;
}

/** The message of a field error without its path, in the words of a release; in those of 1.23 when it is not given. */
export function inWordsOf(release: string | undefined, error: WordedError): string {
  if (release === undefined) return error.body;
  const body = isReleasedBy(firstWithJson, release) ? (error.jsonBody ?? error.body) : error.body;
  return rewordings.reduce(
    (text, { since, before, now, fields }) =>
      isReleasedBy(since, release) && (fields?.test(error.field) ?? true) ? text.replace(before, now) : text,
    body,
  );
}

/** From this release on values are shown as JSON, before as Go prints them. */
const firstWithJson = '1.34';
