/** Fields that HPACK knows by number, from 1 on (RFC 7541, appendix A). */
const fields: readonly (readonly [name: string, value: string])[] = [
  [':authority', ''],
  [':method', 'GET'],
  [':method', 'POST'],
  [':path', '/'],
  [':path', '/index.html'],
  [':scheme', 'http'],
  [':scheme', 'https'],
  ...[200, 204, 206, 304, 400, 404, 500].map((code) => [':status', `${code}`] as const),
  ['accept-charset', ''],
  ['accept-encoding', 'gzip, deflate'],
  ...[
    ...['accept-language', 'accept-ranges', 'accept', 'access-control-allow-origin', 'age', 'allow'],
    ...['authorization', 'cache-control', 'content-disposition', 'content-encoding', 'content-language'],
    ...['content-length', 'content-location', 'content-range', 'content-type', 'cookie', 'date', 'etag'],
    ...['expect', 'expires', 'from', 'host', 'if-match', 'if-modified-since', 'if-none-match', 'if-range'],
    ...['if-unmodified-since', 'last-modified', 'link', 'location', 'max-forwards', 'proxy-authenticate'],
    ...['proxy-authorization', 'range', 'referer', 'refresh', 'retry-after', 'server', 'set-cookie'],
    ...['strict-transport-security', 'transfer-encoding', 'user-agent', 'vary', 'via', 'www-authenticate'],
  ].map((name) => [name, ''] as const),
];

export const staticFields = fields.length;

/** Undefined for a number that none has. */
export const staticField = (number: number): readonly [name: string, value: string] | undefined =>
  fields[number - 1];
