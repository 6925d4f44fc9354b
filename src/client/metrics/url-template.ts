/** Parts of an object that follow its name, and are not the namespace's types: of `namespaces/shop/status`. */
const namespaceParts = new Set(['status', 'finalize']);

/**
 * A path of the API with placeholders for names, without its query: there are as many as there are types.
 * `/api/v1/namespaces/shop/pods/web/log` becomes `/api/v1/namespaces/{namespace}/pods/{name}/log`, and what is no object
 * `/{prefix}`. Escaped, as a URL is: `%7Bname%7D`.
 */
export function urlTemplate(path: string): string {
  const segments = path.split('?', 1)[0]!.split('/').slice(1);
  const start = segments[0] === 'api' ? 2 : segments[0] === 'apis' ? 3 : undefined;
  if (start === undefined || segments.length <= start) return prefix;
  const rest = segments.slice(start);
  const isNamespaced = rest[0] === 'namespaces' && rest.length > 2 && !namespaceParts.has(rest[2]!);
  if (isNamespaced) rest[1] = namespace;
  const nameAt = isNamespaced ? 3 : 1;
  if (rest.length > nameAt) rest[nameAt] = name;
  // The path behind a proxy or an agent has names of its own.
  const template = rest.slice(0, nameAt + 2);
  return `/${[...segments.slice(0, start), ...template].join('/')}`;
}

const placeholder = (word: string): string => encodeURIComponent(`{${word}}`);
const namespace = placeholder('namespace');
const name = placeholder('name');
const prefix = `/${placeholder('prefix')}`;
