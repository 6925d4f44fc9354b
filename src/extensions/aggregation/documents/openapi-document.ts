import { isDeeperThan } from '../../../api/codec/depth.ts';
import { Fields, ShapeError } from '../../../client/fields.ts';
import type { RemoteDocument } from '../../../server/openapi/remote-documents.ts';

/** Levels that a document may have: it is walked through by functions that call themselves. */
const maxDepth = 200;

/** An OpenAPI v2 document of an extension server. Throws SyntaxError or ShapeError. */
export function parseOpenApi(text: string): RemoteDocument {
  const value: unknown = JSON.parse(text);
  if (isDeeperThan(maxDepth, value)) throw new ShapeError(`has more than ${maxDepth} levels`);
  const fields = new Fields(value, '');
  return { paths: objectsOf(fields, value, 'paths'), definitions: objectsOf(fields, value, 'definitions') };
}

/**
 * URLs of v3 documents from the index of an extension server, by key: `apis/a.example/v1`. Empty where the answer is no
 * such index: then there are no v3 documents.
 */
export function parseIndex(text: string): ReadonlyMap<string, string> {
  const urls = new Map<string, string>();
  try {
    const paths = new Fields(JSON.parse(text), '').object('paths');
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
