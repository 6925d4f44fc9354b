import { implementedRelease, isReleasedBy } from './release.ts';

/** A part of a message that reads otherwise from a release on, or before one. */
interface ChangedText {
  readonly release: string;
  /** Which releases read otherwise than what is written in the code. */
  readonly side: 'since' | 'before';
  readonly written: RegExp;
  readonly becomes: string;
}

const since = (release: string, written: RegExp, becomes: string): ChangedText => ({
  release,
  side: 'since',
  written,
  becomes,
});

const before = (release: string, written: RegExp, becomes: string): ChangedText => ({
  release,
  side: 'before',
  written,
  becomes,
});

/** In the order in which they are applied. */
const changedTexts: readonly ChangedText[] = [
  since('1.24', /expected: '=', '!=', '==', 'in', notin'/g, 'expected: in, notin, =, ==, !=, gt, lt'),
  since('1.24', /(server does not recognize this encoded version) "(.*)"$/g, '$1 $2'),
  since('1.24', /(into Go value of type )continueToken\b/g, '$1storage.continueToken'),
  since(
    '1.36',
    /^(the object provided is unrecognized \(must be of type \w+\): )error converting YAML to JSON: /g,
    '$1',
  ),
  since(
    '1.24',
    /^the namespace of the object \(.*\) does not match the namespace on the request \(.*\)$/g,
    'the namespace of the provided object does not match the namespace sent on the request',
  ),
  since('1.24', /( accessor error: .*, expected map\[string\]interface) \{\}$/g, '$1{}'),
  since('1.24', /(: must be a valid IP address, \(e\.g\. 10\.9\.8\.7)\)$/g, '$1 or 2001:db8::ffff)'),
  since(
    '1.25',
    /must contain at least one letter or number \(a-z, 0-9\)/g,
    'must contain at least one letter (a-z)',
  ),
  since(
    '1.25',
    /^(json: cannot unmarshal \w+ into Go value of type )jsonpatch\.Patch$/g,
    'error decoding patch: $1[]handlers.jsonPatchOp',
  ),
  since(
    '1.24',
    /(an element that omits )key field ("[^"]*") \(and doesn't have default value\)/g,
    "$1all key fields [$2] (and doesn't have default values for any key fields)",
  ),
  since(
    '1.27',
    // A subdomain of several labels. It is short, and no two ways lead through it.
    /^((?:metadata\.name: )?Invalid value: "(?=[-.a-z0-9]{3,253}")(?:[a-z0-9]+(?:-+[a-z0-9]+)*\.)+[a-z0-9]+(?:-+[a-z0-9]+)*": )a lowercase RFC 1123 label must .*$/g,
    '$1must not contain dots',
  ),
  since('1.31', /(: must be 'Exist)(?=' when scope is any of)/g, '$1s'),
  since('1.32', /(Too long: )must have at most (\d+ bytes)/g, '$1may not be more than $2'),
  since('1.34', /(may not be more than 1 byte)s/g, '$1'),
  since('1.34', /(must have at most 1 item)s/g, '$1'),
  since('1.34', /((?:name|prefix) part must be no more than \d+) characters/g, '$1 bytes'),
  since('1.34', /\ba qualified name (must consist of)/g, 'a valid label key $1'),
  before('1.24', /^(406: Not Acceptable)\n\nAvailable representations: .*$/g, '$1'),
  since('1.34', /(Invalid value: "": )(?:kind|name|uid) (must not be empty)/g, '$1$2'),
  since(
    '1.34',
    /^Required value: (?:(?:kind|name|service name|service namespace) is required|must be set|schemas are required)$/g,
    'Required value',
  ),
  since('1.34', /(StorageError: invalid object, Code: \d+, Key: )\/registry(?=\/)/g, '$1'),
  before('1.24', /^(failed to create typed patch object) \(.*?; .*?, Kind=[^)]*\)/g, '$1'),
  before('1.34', /(Found "true" in references for )[^/ ]+\/(\S+ and )[^/ ]+\/(?=\S+)/g, '$1$2'),
  // Of values of labels alone: names of objects are counted in characters to this day.
  before('1.34', /((?:^|: )must be no more than \d+) bytes/g, '$1 characters'),
];

const isApplied = ({ release, side }: ChangedText, present: string): boolean =>
  isReleasedBy(release, present) === (side === 'since');

/** The messages of errors, as a release has them. */
export class ErrorTexts {
  /** Whether values that are no scalars are shown as JSON; in Go's syntax before. */
  readonly showsJson: boolean;
  readonly #changed: readonly ChangedText[];

  /** `release`: the emulated one. */
  constructor(release: string) {
    const present = implementedRelease(release);
    this.showsJson = isReleasedBy('1.34', present);
    this.#changed = changedTexts.filter((text) => isApplied(text, present));
  }

  /** A message that the code has written, in the words of the release. */
  inWords(message: string): string {
    return this.#changed.reduce((text, { written, becomes }) => text.replace(written, becomes), message);
  }
}
