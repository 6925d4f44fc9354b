/** Source of a proxied answer, and what its client asked for. */
export interface ProxiedPlace {
  /** `/api/v1/namespaces/a/pods/b/proxy` */
  prefix: string;
  /** Host, with its port, of the backend. */
  backend: string;
  /** The Host header of the client. */
  client: string;
}

/**
 * Makes the place that a backend points to one that its client can ask for. Paths, and URLs of the backend or of this
 * server, get the prefix of the proxied path; other places and relative ones stay as they are.
 */
export function rewriteLocation(location: string, { prefix, backend, client }: ProxiedPlace): string {
  const url = /^([a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)(.*)$/is.exec(location);
  if (url === null) return location.startsWith('/') ? withPrefix(location, prefix) : location;
  const [, scheme = '', host = '', rest = ''] = url;
  if (host === backend) return withPrefix(rest, prefix);
  return host === client ? `${scheme}//${host}${withPrefix(rest, prefix)}` : location;
}

function withPrefix(path: string, prefix: string): string {
  if (path === prefix || path.startsWith(`${prefix}/`)) return path;
  return path.startsWith('/') ? prefix + path : `${prefix}/${path}`;
}
