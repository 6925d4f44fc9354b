import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '../../api/codec/json.ts';
import { parseUniqueYaml } from '../../api/codec/yaml.ts';
import { isMap, type JsonMap } from '../../api/json/json-values.ts';

/** One object of a file. */
export interface ManifestObject {
  /** Name of the file in its folder. */
  readonly file: string;
  readonly value: JsonMap;
}

export interface ManifestFiles {
  /** Of the names and contents of all files. */
  readonly hash: string;
  readonly files: readonly { readonly name: string; readonly text: string }[];
}

const isManifest = (name: string): boolean => /\.(?:ya?ml|json)$/i.test(name);

/** The files of a folder that hold objects, in the order of their names. Rejects for what cannot be read. */
export async function readManifestFiles(folder: string): Promise<ManifestFiles> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries
    .filter((entry) => !entry.isDirectory() && isManifest(entry.name))
    .map(({ name }) => name);
  const files = await Promise.all(
    names.sort().map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })),
  );
  const hash = createHash('sha256');
  for (const { name, text } of files) hash.update(`${name}\0${text.length}\0${text}`);
  return { hash: `sha256:${hash.digest('hex')}`, files };
}

/** The objects of all files; those of lists one by one. Throws for what is no object. */
export function objectsOf({ files }: ManifestFiles): ManifestObject[] {
  return files.flatMap(({ name: file, text }) => {
    const values = /\.json$/i.test(file) ? [parseJson(text)] : documentsOf(text).map(parseUniqueYaml);
    return values
      .filter((value) => value !== null && value !== undefined)
      .flatMap((value) => {
        if (!isMap(value)) throw new Error(`file "${file}" holds something that is no object`);
        return itemsOf(value).map((one) => ({ file, value: one }));
      });
  });
}

/** A separator stands at the beginning of a line of its own. */
const documentsOf = (text: string): string[] => text.split(/^---(?:[ \t].*)?$/m);

function itemsOf(value: JsonMap): JsonMap[] {
  const { kind, items } = value;
  if (typeof kind !== 'string' || !kind.endsWith('List') || !Array.isArray(items)) return [value];
  const own = kind.slice(0, -'List'.length);
  const type = own === '' ? {} : { apiVersion: value['apiVersion'], kind: own };
  return items.map((item) => Object.assign({}, type, item) as JsonMap);
}
