import type { MetaV1ObjectMeta } from '../../api/schema/types.gen.ts';

/** Characters of an annotation that stands behind its key. */
const maxAnnotation = 140;

/** The annotation in which clients keep what they applied is as long as the object. */
const hidden = /\/last-applied-configuration$/;

/** The lines of a description, with tabs between cells. */
export class Description {
  readonly #lines: string[] = [];

  get text(): string {
    return `${this.#lines.join('\n')}\n`;
  }

  /** `level`: steps of indentation. */
  line(level: number, text = ''): void {
    this.#lines.push('  '.repeat(level) + text);
  }

  field(level: number, name: string, value: unknown): void {
    this.line(level, `${name}:\t${value ?? ''}`);
  }

  /** The first value beside the name, the others below it. */
  values(level: number, name: string, values: readonly string[]): void {
    const [first = '<none>', ...others] = values;
    this.field(level, name, first);
    for (const value of others) this.line(level, `\t${value}`);
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

  annotations(annotations: Readonly<Record<string, string>> = {}): void {
    const texts = Object.keys(annotations)
      .filter((key) => !hidden.test(key))
      .sort()
      .flatMap((key) => annotationLines(key, annotations[key]!));
    this.values(0, 'Annotations', texts);
  }
}

function annotationLines(key: string, value: string): string[] {
  const text = value.replace(/\n$/, '');
  if (text.length + key.length < maxAnnotation && !text.includes('\n')) return [`${key}: ${text}`];
  return [
    `${key}:`,
    ...text
      .split('\n')
      .map((line) => `  ${line.slice(0, maxAnnotation)}${line.length > maxAnnotation ? '...' : ''}`),
  ];
}

/** `a=1`, sorted. */
export const labelTexts = (labels: Readonly<Record<string, string>> = {}): string[] =>
  Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .sort();

/** `Tue, 24 Nov 2026 13:22:56 +0000` */
export const timeText = (time: string | null | undefined): string =>
  time ? new Date(time).toUTCString().replace('GMT', '+0000') : '<unset>';

/** `10Mi`, or nothing. */
export const orNone = (text: string | undefined): string => (text ? text : '<none>');
