/**
 * The place that a server points to, as a whole URL where it means itself: a path, or a URL of `backend`, its host with
 * its port.
 */
export function rewriteBackendLocation(location: string, backend: string): string {
  if (location.startsWith('/') && !location.startsWith('//')) return `https://${backend}${location}`;
  const url = /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)(.*)$/is.exec(location);
  return url?.[1] === backend ? `https://${backend}${url[2]}` : location;
}
