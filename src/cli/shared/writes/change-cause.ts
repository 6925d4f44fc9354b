import { isMap, type JsonMap } from '../../../api/json/json-values.ts';
import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { CommandFlag } from '../arguments/flag.ts';
import type { CommandContext } from '../command.ts';

/** Reason of a change, for the annotation that `rollout history` shows. */
export interface ChangeCause {
  /** Key of the annotation. */
  key: string;
  /** The command line. */
  text: string;
}

export const recordFlag: CommandFlag = {
  name: 'record',
  type: 'boolean',
  description: 'Record the command line in the change-cause annotation, for rollout history',
  deprecated: '--record will be removed in the future',
};

/** Undefined without `--record`. */
export async function changeCauseOf({
  flags,
  path,
  words,
  session,
}: CommandContext): Promise<ChangeCause | undefined> {
  if (!flags.defines('record') || !flags.boolean('record')) return undefined;
  const key = fillPlaceholders(await session.dialect(), '{label}/change-cause');
  const given = flags.given().map(({ name, text }) => `--${name}=${text}`);
  return { key, text: [path, ...words, ...given].join(' ') };
}

/** The object, or a patch of it, with the annotation. */
export function withCause<T extends object>(object: T, { key, text }: ChangeCause): T {
  const { metadata } = object as { metadata?: unknown };
  const map: JsonMap = isMap(metadata) ? metadata : {};
  const annotations = isMap(map['annotations']) ? map['annotations'] : {};
  return { ...object, metadata: { ...map, annotations: { ...annotations, [key]: text } } };
}
