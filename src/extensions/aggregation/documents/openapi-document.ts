import { Fields } from '../../../client/fields.ts';
import { parseForeign } from '../../../client/foreign-json.ts';
import type { RemoteDocument } from '../../../server/surface/remote-documents.ts';
import { Pacer } from '../../../util/pacer.ts';

/**
 * The levels are walked through by functions that call themselves. The document of this server itself has 75,000
 * values, 250 of them in its largest definition.
 */
const documentBounds = { levels: 200, values: 400_000, together: 20_000 };
const indexBounds = { levels: 20, values: 20_000, together: 20_000 };

/** An OpenAPI v2 document of an extension server. Throws SyntaxError or ShapeError. */
export async function parseOpenApi(text: string, pacer = new Pacer()): Promise<RemoteDocument> {
  const value = await parseForeign(text, documentBounds, pacer);
  const fields = new Fields(value, '');
  return { paths: objectsOf(fields, value, 'paths'), definitions: objectsOf(fields, value, 'definitions') };
}

/**
 * URLs of v3 documents from the index of an extension server, by key: `apis/a.example/v1`. Empty where the answer is no
 * such index: then there are no v3 documents.
 */
export async function parseIndex(text: string, pacer = new Pacer()): Promise<ReadonlyMap<string, string>> {
  const urls = new Map<string, string>();
  try {
    const paths = new Fields(await parseForeign(text, indexBounds, pacer), '').object('paths');
    for (const key of paths?.names() ?? []) {
      const url = paths!.object(key)?.text('serverRelativeURL');
      if (url?.startsWith(`/openapi/v3/${key}`)) urls.set(key, url);
    }
  } catch {
    return new Map();
  }
  return urls;
}

/** The values of a map, each of which must be an object. */
function objectsOf(fields: Fields, value: unknown, name: string): Record<string, object> {
  const map = fields.object(name);
  for (const key of map?.names() ?? []) map!.object(key);
  return (value as Record<string, Record<string, object> | undefined>)[name] ?? {};
}
