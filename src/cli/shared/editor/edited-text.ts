import { parseYaml } from '../../../api/codec/yaml.ts';
import { writeYaml } from '../../../api/codec/yaml-writer.ts';
import { isMap } from '../../../api/json/json-values.ts';
import type { ApiObject } from '../../../api/meta/metadata.ts';
import { CliError } from '../errors/cli-error.ts';
import { writeSortedJson } from '../output/write-json.ts';

/** The text that the editor shows. */
export interface EditedText {
  text: string;
  format: 'json' | 'yaml';
  /** Lines end as on Windows, in the editor. */
  windows?: boolean;
}

const intro = [
  'Lines that begin with # do not count. An empty file, or one without a change, cancels.',
  'What the server refuses is opened here again, with the reason above.',
  '',
];

/** One object as it is, several as a List. `reasons`: lines of why the last edit was refused. */
export function textOf(
  objects: readonly ApiObject[],
  format: EditedText['format'],
  reasons: readonly string[],
): string {
  const shown =
    objects.length === 1 ? objects[0] : { apiVersion: 'v1', items: objects, kind: 'List', metadata: {} };
  const lines = [
    ...intro,
    ...reasons.flatMap((reason) => reason.split('\n')),
    ...(reasons.length > 0 ? [''] : []),
  ];
  const comments = lines.map((line) => `# ${line}`.trimEnd());
  return `${comments.join('\n')}\n${format === 'json' ? `${writeSortedJson(shown)}\n` : writeYaml(shown)}`;
}

/** The objects of the saved file; a CliError says why it holds none. */
export function editedObjects(text: string): readonly ApiObject[] | CliError {
  const content = text.replaceAll(/^#.*\n?/gm, '');
  let value: unknown;
  try {
    value = parseYaml(content);
  } catch (error) {
    return new CliError(`The edited file had a syntax error: ${(error as Error).message}`);
  }
  const items = isMap(value) && Array.isArray(value['items']) ? value['items'] : [value];
  const isObject = (item: unknown): item is ApiObject => isMap(item) && isMap(item['metadata']);
  return items.every(isObject)
    ? items
    : new CliError('The edited file had a syntax error: an object with metadata was expected');
}
