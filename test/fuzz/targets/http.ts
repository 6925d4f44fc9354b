import {
  type ClientHttp2Stream,
  connect as connectHttp2,
  constants,
  type OutgoingHttpHeaders,
} from 'node:http2';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { TestServer } from '../../support/server.ts';
import { expectTrue, OracleError, type Target } from '../engine/target.ts';
import { someSamples } from './samples.ts';

const paths = [
  '/api/v1/namespaces/default/configmaps',
  '/api/v1/namespaces/default/configmaps/sample',
  '/api/v1/namespaces/default/pods?limit=5&labelSelector=app%3Dsample&fieldSelector=metadata.name%3Da',
  '/apis/apps/v1/namespaces/default/deployments/sample/scale',
  '/apis/apps/v1/deployments?watch=1&timeoutSeconds=1&resourceVersion=0',
  '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
  '/openapi/v2?a=b',
  '/apis',
  '/version',
  '/readyz?verbose&exclude=etcd',
  '/metrics',
];

const mediaTypes = [
  'application/json',
  'application/yaml',
  'application/vnd.kubernetes.protobuf',
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
  'application/json;as=Table;v=v1;g=meta.k8s.io',
  'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io',
];

/** Not implemented, not available, out of time. */
const documented = new Set([501, 503, 504]);

/** Faults of clients that clients know as 500. */
const knownFaults: readonly RegExp[] = [
  /without impersonating a user/,
  // Configurations that are applied, and options, of the wrong type.
  /failed to create typed patch object: /,
  /no kind ".*" is registered for version /,
  /json: cannot unmarshal .* into Go /,
  // Strategic patches that cannot be merged.
  /invalid patch format of |does not contain declared merge key|Invalid value in \$patch|\$setElementOrder/,
  /resourceVersion: Invalid value: /,
  /strconv\.ParseUint: /,
];

interface Answered {
  status: number;
  body: string;
}

function checkStatus(status: number, body: string): void {
  if (status < 500 || documented.has(status) || knownFaults.some((fault) => fault.test(body))) return;
  const { message = body } = (jsonOf(body) ?? {}) as { message?: string };
  throw new OracleError(`${status} ${message.slice(0, 40).replaceAll(':', ' ')}: ${body.slice(0, 800)}`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A watch, or a body that is not all there, is waited for only so long. */
const answerTimeout = 1_500;

function request(method: string, path: string, lines: readonly string[], body = ''): string {
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  return [
    `${method} ${path} HTTP/1.1`,
    'Host: server',
    'Authorization: Bearer admin-token',
    'Connection: close',
    ...length,
    ...lines,
    '',
    body,
  ].join('\r\n');
}

/** A request as a value, which is mutated as one: its body stays JSON, and its length is right. */
interface RequestValue {
  method: string;
  path: string;
  lines: readonly string[];
  body: unknown;
}

/** An input as the bytes of a request: as it is, or as the value that it is the JSON of. */
function textOf(input: string): string {
  const value = jsonOf(input) as Partial<RequestValue> | undefined;
  if (value?.method === undefined) return input;
  const { method, path, lines = [], body } = value;
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? null);
  return request(String(method), String(path), Array.isArray(lines) ? lines.map(String) : [], text);
}

function seeds(): string[] {
  const reads = paths.flatMap((path, index) => [
    request('GET', path, [`Accept: ${mediaTypes[index % mediaTypes.length]}`, 'Accept-Encoding: gzip']),
  ]);
  const writes = someSamples.map((sample, index) => {
    const core = sample.apiVersion === 'v1' ? '/api/v1' : `/apis/${sample.apiVersion}`;
    const plural = `${sample.kind.toLowerCase()}${sample.kind.endsWith('y') ? '' : 's'}`;
    const isCluster = ['CustomResourceDefinition', 'ClusterRole'].includes(sample.kind);
    const path = `${core}/${isCluster ? '' : 'namespaces/default/'}${plural}?dryRun=All&fieldValidation=Warn&x=${index}`;
    return request('POST', path, ['Content-Type: application/json'], JSON.stringify(sample));
  });
  const changes = mediaTypes.slice(3, 7).map((type, index) => {
    const bodies = [
      '[{"op":"add","path":"/data/a","value":"b"}]',
      '{"data":{"a":"b"}}',
      '{"data":{"a":null}}',
    ];
    const apply = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: sample\ndata:\n  c: d\n';
    return request(
      'PATCH',
      `${paths[1]}?fieldManager=a&force=true`,
      [`Content-Type: ${type}`],
      bodies[index] ?? apply,
    );
  });
  const others = [
    request(
      'PUT',
      paths[1]!,
      ['Content-Type: application/json'],
      '{"metadata":{"name":"sample"},"data":{"e":"f"}}',
    ),
    request('DELETE', paths[1]!, ['Content-Type: application/json'], '{"propagationPolicy":"Background"}'),
    request('OPTIONS', '/api', ['Impersonate-User: jane', 'Impersonate-Group: a', 'Impersonate-Extra-b: c']),
    request('GET', '/api/v1/configmaps?watch=1&timeoutSeconds=1', [
      'Upgrade: websocket',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      'Sec-WebSocket-Version: 13',
    ]),
  ];
  return [...reads, ...writes, ...changes, ...others, ...valueSeeds()];
}

function valueSeeds(): string[] {
  const configMap = someSamples.find(({ kind }) => kind === 'ConfigMap')!;
  const options = { kind: 'DeleteOptions', apiVersion: 'v1', preconditions: { uid: 'a' }, dryRun: ['All'] };
  const access = { resourceAttributes: { verb: 'get', resource: 'pods', namespace: 'a' } };
  const json = ['Content-Type: application/json'];
  const values: RequestValue[] = [
    { method: 'PUT', path: `${paths[1]}?fieldValidation=Warn`, lines: json, body: configMap },
    { method: 'DELETE', path: paths[0]!, lines: json, body: options },
    { method: 'POST', path: paths[5]!, lines: json, body: { spec: access } },
    {
      method: 'PUT',
      path: paths[3]!,
      lines: json,
      body: { metadata: { name: 'sample' }, spec: { replicas: 1 } },
    },
    ...['merge', 'strategic-merge'].map((name) => ({
      method: 'PATCH',
      path: `${paths[1]}?fieldManager=a`,
      lines: [`Content-Type: application/${name}-patch+json`],
      body: { metadata: { labels: { a: 'b' } }, data: { a: null } },
    })),
    {
      method: 'PATCH',
      path: `${paths[1]}?fieldManager=b&force=true`,
      lines: ['Content-Type: application/apply-patch+yaml'],
      body: { ...configMap, metadata: { name: 'sample' } },
    },
    ...someSamples.map(({ apiVersion, kind, ...rest }) => ({
      method: 'POST',
      path: `${apiVersion === 'v1' ? '/api/v1' : `/apis/${apiVersion}`}/namespaces/default/${kind.toLowerCase()}s?dryRun=All`,
      lines: [...json, 'Accept: application/json;as=Table;v=v1;g=meta.k8s.io'],
      body: { apiVersion, kind, ...rest },
    })),
  ];
  return values.map((value) => JSON.stringify(value));
}

const words = [
  ...paths,
  ...mediaTypes,
  ...[
    'GET',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'HEAD',
    'OPTIONS',
    'CONNECT',
    'TRACE',
    'constructor',
    '\r\n',
    ': ',
    ' HTTP/1.1',
  ],
  ...[
    'Transfer-Encoding: chunked',
    'Content-Length: 5',
    'Expect: 100-continue',
    'Accept: ',
    'Content-Type: ',
    'Impersonate-User: ',
  ],
  ...[
    '?watch=1',
    '&limit=1',
    '&continue=',
    'resourceVersion=',
    'timeoutSeconds=1',
    'fieldSelector=',
    '%2f',
    '/scale',
    '/status',
    '/log',
  ],
];

/** A server of its own, on loopback, and requests that are mutated as bytes, over HTTP/1.1 and over HTTP/2. */
export async function startHttpTarget(): Promise<Target> {
  const server = await TestServer.start({ flags: ['--request-timeout=5s'] });
  await server.client.post('/api/v1/namespaces/default/configmaps', {
    metadata: { name: 'sample' },
    data: { a: 'b' },
  });
  let runs = 0;
  let logged = 0;

  function checkLog(): void {
    const output = server.output;
    const fresh = output.slice(logged);
    logged = output.length;
    const trace = /^.*(?:\\n {4}at |"stack"|TypeError|RangeError|unhandled).*$/m.exec(fresh);
    expectTrue(trace === null, `the log has a stack trace: ${trace?.[0].slice(0, 600)}`);
  }

  async function checkLive(): Promise<void> {
    const start = performance.now();
    const { status } = await server.client.get('/livez');
    const waited = performance.now() - start;
    expectTrue(status === 200, `livez says ${status}`);
    expectTrue(waited < 500, `livez took ${waited.toFixed(0)} ms`);
  }

  return {
    name: 'http',
    seeds,
    dictionary: words,
    refusals: [],
    maxBytes: 64 * 1024,
    maxMilliseconds: 1_000,
    async run(input: string) {
      const text = textOf(input);
      const bytes = Buffer.from(text);
      const answers = [...(await overHttp1(server.port, bytes)), ...(await overHttp2(server.port, text))];
      if (server.process.exitCode !== null || server.process.signalCode !== null)
        throw new OracleError(`the server ended: ${server.output.slice(-1_000)}`);
      for (const { status, body } of answers) checkStatus(status, body);
      checkLog();
      if (++runs % 8 === 0) await checkLive();
    },
    close: () => server.remove(),
  };
}

/** Sends the bytes as they are. Resolves with the first answer. */
function overHttp1(port: number, bytes: Buffer): Promise<Answered[]> {
  return new Promise((resolve) => {
    const socket = connect({
      port,
      host: '127.0.0.1',
      rejectUnauthorized: false,
      ALPNProtocols: ['http/1.1'],
    });
    const chunks: Buffer[] = [];
    const timer = setTimeout(() => socket.destroy(), answerTimeout);
    socket.once('secureConnect', () => socket.write(bytes));
    socket.on('data', (chunk) => chunks.push(chunk));
    // A connection that the server has ended is an answer too.
    socket.on('error', () => {});
    socket.once('close', () => {
      clearTimeout(timer);
      const answer = Buffer.concat(chunks).toString();
      const status = /^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1];
      const body = answer.slice(answer.indexOf('\r\n\r\n') + 4);
      resolve(status === undefined ? [] : [{ status: Number(status), body }]);
    });
  });
}

/** The same request as HTTP/2 says it, as far as it can be said. */
async function overHttp2(port: number, text: string): Promise<Answered[]> {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const [method = '', path = ''] = first.split(' ');
  const headers: OutgoingHttpHeaders = { ':method': method || 'GET', ':path': path || '/' };
  for (const line of lines) {
    const at = line.indexOf(':');
    const name = line.slice(0, at).trim().toLowerCase();
    if (/^(?:connection|host|upgrade|transfer-encoding|keep-alive|http2-settings|content-length)$/.test(name))
      continue;
    if (/^[a-z\d!#$%&'*+.^_`|~-]+$/.test(name)) headers[name] = line.slice(at + 1).trim();
  }
  const session = connectHttp2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
  session.on('error', () => {});
  try {
    return await Promise.race([
      answerOf(session.request(headers, { endStream: false }), rest.join('\r\n\r\n')),
      sleep(answerTimeout, []),
    ]);
  } catch {
    // What the client library refuses to send has not been tried.
    return [];
  } finally {
    session.destroy();
  }
}

function answerOf(stream: ClientHttp2Stream, sent: string): Promise<Answered[]> {
  return new Promise((resolve) => {
    let status: number | undefined;
    let body = '';
    stream.on('response', (headers) => {
      status = Number(headers[constants.HTTP2_HEADER_STATUS]);
    });
    stream.on('error', () => {});
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    stream.once('close', () => resolve(status === undefined ? [] : [{ status, body }]));
    stream.end(sent);
  });
}
