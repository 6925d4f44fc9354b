/**
 * The host and port of this server in a URL.
 *
 *     api.example          api.example:6443
 *     api.example:443      api.example:443
 *     fd00::1              [fd00::1]:6443
 */
export function externalAddress(host: string, port: number): string {
  if (/^([^:]+|\[.*\]):\d+$/.test(host)) return host;
  return `${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`;
}
