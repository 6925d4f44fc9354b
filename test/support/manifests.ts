import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';

/** Real manifests of real projects. They lie beside the product where it is developed, not where it is used. */
const directory = new URL('../../../shared/manifests/', import.meta.url).pathname;
export const areThere = existsSync(directory);

export interface Manifest {
  file: string;
  object: any;
}

/** Every object in them that is not a template. */
export function manifests(): Manifest[] {
  if (!areThere) return [];
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ya?ml|json)$/.test(file))
    .sort()
    .flatMap((file) => {
      const text = readFileSync(directory + file, 'utf8');
      if (text.includes('{{')) return [];
      const documents = parseAllDocuments(text, { version: '1.1', merge: true, uniqueKeys: false });
      const objects = (Array.isArray(documents) ? documents : []).map((document) => document.toJS());
      return objects
        .flatMap((object: any) =>
          /List$/.test(object?.kind ?? '') && object.items ? object.items : [object],
        )
        .filter((object: any) => object?.kind && object?.apiVersion)
        .map((object: any) => ({ file, object }));
    });
}
