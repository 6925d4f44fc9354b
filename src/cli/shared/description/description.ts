import type { Dialect } from '../../../api/meta/dialect.ts';
import type { MetaV1ObjectMeta } from '../../../api/schema/types.gen.ts';

/** Bytes of an annotation that stands behind its key, and of a line of a longer one. */
const maxAnnotation = 140;

/** The annotation in which clients keep what they applied is as long as the object. */
const hidden = /\/last-applied-configuration$/;

/** Texts of objects must not command the terminal. */
const visible: Readonly<Record<string, string>> = { '\x1b': '^[', '\r': '\\r' };

/** The lines of a description, with tabs between cells. */
export class Description {
  /** The dialect of the server. */
  readonly dialect: Dialect;
  readonly #lines: string[] = [];

  constructor(dialect: Dialect) {
    this.dialect = dialect;
  }

  get text(): string {
    return `${this.#lines.join('\n')}\n`;
  }

  /** `level`: steps of indentation. */
  line(level: number, text = ''): void {
    this.#lines.push('  '.repeat(level) + text.replace(/[\x1b\r]/g, (sign) => visible[sign]!));
  }

  field(level: number, name: string, value: unknown): void {
    this.line(level, `${name}:\t${value ?? ''}`);
  }

  /** The first value beside the name, the others below it. */
  values(level: number, name: string, values: readonly string[]): void {
    const [first = '<none>', ...others] = values;
    this.field(level, name, first);
    // As kubectl does it, whose lines scripts may know where nothing is aligned.
    for (const value of others) this.line(0, `\t${value}`);
  }

  labels(level: number, name: string, labels: Readonly<Record<string, string>> | undefined): void {
    this.values(level, name, labelTexts(labels));
  }

  /** Name, namespace, labels and annotations, as nearly every description begins. */
  head({ name, namespace, labels, annotations }: MetaV1ObjectMeta): void {
    this.field(0, 'Name', name);
    if (namespace !== undefined) this.field(0, 'Namespace', namespace);
    this.labels(0, 'Labels', labels);
    this.annotations(annotations);
  }

  annotations(annotations?: Readonly<Record<string, string>>, level = 0): void {
    this.values(level, 'Annotations', annotationTexts(annotations));
  }

  /** Names the object that controls this one. */
  controller({ ownerReferences = [] }: MetaV1ObjectMeta): void {
    const owner = ownerReferences.find(({ controller }) => controller === true);
    if (owner !== undefined) this.field(0, 'Controlled By', `${owner.kind}/${owner.name}`);
  }

  /** Columns with a line below their titles. */
  table(level: number, titles: readonly string[], rows: readonly (readonly unknown[])[]): void {
    this.line(level, titles.join('\t'));
    this.line(level, titles.map((title) => '-'.repeat(title.length)).join('\t'));
    for (const row of rows) this.line(level, row.map((cell) => cell ?? '').join('\t'));
  }
}

/** `a: 1`; a long one, or one of several lines, is more than one text. */
export const annotationTexts = (annotations: Readonly<Record<string, string>> = {}): string[] =>
  Object.keys(annotations)
    .filter((key) => !hidden.test(key))
    .sort()
    .flatMap((key) => annotationLines(key, annotations[key]!));

function annotationLines(key: string, value: string): string[] {
  const text = value.replace(/\n$/, '');
  const whole = `${key}: ${text}`;
  if (Buffer.byteLength(whole) <= maxAnnotation && !text.includes('\n')) return [whole];
  return [`${key}:`, ...text.split('\n').map((line) => `  ${shortened(line)}`)];
}

/** Indentation counts as well. */
function shortened(line: string): string {
  const max = maxAnnotation - 2;
  return Buffer.byteLength(line) <= max ? line : `${Buffer.from(line).subarray(0, max)}...`;
}

/** `a=1`, sorted. */
export const labelTexts = (labels: Readonly<Record<string, string>> = {}): string[] =>
  Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .sort();

/** `Tue, 24 Nov 2026 13:22:56 +0000`, in the time zone of the user. */
export function timeText(time: string | null | undefined): string {
  if (!time) return '<unset>';
  const { shifted, offset } = inZone(time);
  return shifted.toUTCString().replace('GMT', offset);
}

/** `2026-11-24 13:22:56 +0000 UTC`, in the time zone of the user. */
export function plainTimeText(time: string | null | undefined): string {
  if (!time) return '<unset>';
  const { shifted, offset } = inZone(time);
  const name = offset === '+0000' ? 'UTC' : offset.replace(/00$/, '');
  return `${shifted.toISOString().slice(0, 19).replace('T', ' ')} ${offset} ${name}`;
}

/** A time whose UTC reads as the time in the zone of the user; what that zone is ahead of UTC: `+0130`. */
function inZone(time: string): { shifted: Date; offset: string } {
  const date = new Date(time);
  const ahead = -date.getTimezoneOffset();
  const digits = (count: number): string => String(Math.trunc(count)).padStart(2, '0');
  const size = Math.abs(ahead);
  return {
    shifted: new Date(date.getTime() + ahead * 60_000),
    offset: `${ahead < 0 ? '-' : '+'}${digits(size / 60)}${digits(size % 60)}`,
  };
}

/** `[a b]` */
export const listText = (values: readonly string[] | null | undefined): string =>
  `[${(values ?? []).join(' ')}]`;

/** `a=1,b=2`, or `<none>`. */
export const labelsText = (labels?: Readonly<Record<string, string>>): string =>
  orNone(labelTexts(labels).join(','));

/** Compares by a text of each, for sorting. */
export const by =
  <T>(text: (one: T) => string) =>
  (one: T, other: T): number =>
    text(one) < text(other) ? -1 : Number(text(one) > text(other));

/** `10Mi`, or nothing. */
export const orNone = (text: string | undefined): string => (text ? text : '<none>');

/** `True`, or `<unset>`. */
export const flagText = (flag: boolean | undefined): string =>
  flag === undefined ? '<unset>' : flag ? 'True' : 'False';
