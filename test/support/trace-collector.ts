import { once } from 'node:events';
import { createServer, type Http2Server, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import protobuf from 'protobufjs';
import { until } from './until.ts';

/** What is read of an export request: of opentelemetry/proto/trace/v1/trace.proto and those beside it. */
const schema = protobuf.parse(
  `syntax = "proto3";
  message Request { repeated ResourceSpans resource_spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message ScopeSpans { repeated Span spans = 2; }
  message Span {
    bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5; int32 kind = 6;
    repeated KeyValue attributes = 9; repeated Link links = 13; Status status = 15;
  }
  message Link { bytes trace_id = 1; bytes span_id = 2; }
  message Status { string message = 2; int32 code = 3; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; } }`,
  { keepCase: true },
).root;

export interface CollectedSpan {
  trace: string;
  id: string;
  /** "" for the first of a trace. */
  parent: string;
  name: string;
  /** 1 internal, 2 server, 3 client. */
  kind: number;
  attributes: Record<string, string | number | boolean>;
  links: { trace: string; id: string }[];
  error: string | undefined;
  service: string;
}

/** A collector of traces for tests: takes spans by OTLP over gRPC, without TLS. */
export class TraceCollector {
  readonly spans: CollectedSpan[] = [];
  readonly #server: Http2Server;

  private constructor(server: Http2Server) {
    this.#server = server;
    server.on('stream', (stream, headers) => void this.#take(stream, String(headers[':path'])));
    // A client that is killed resets its connection.
    server.on('session', (session) => session.on('error', () => {}));
  }

  static async start(): Promise<TraceCollector> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TraceCollector(server);
  }

  get endpoint(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The spans of the first trace that has one for which this holds, once all of these names are there. */
  async trace(isIt: (span: CollectedSpan) => boolean, names: readonly string[]): Promise<CollectedSpan[]> {
    let found: CollectedSpan[] = [];
    await until(() => {
      const first = this.spans.find(isIt);
      found = this.spans.filter(({ trace }) => trace === first?.trace);
      return names.every((name) => found.some((span) => span.name === name));
    });
    return found;
  }

  async close(): Promise<void> {
    this.#server.close();
  }

  async #take(stream: ServerHttp2Stream, path: string): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const isKnown = path === '/opentelemetry.proto.collector.trace.v1.TraceService/Export';
    if (isKnown) this.#read(body[0] === 1 ? gunzipSync(body.subarray(5)) : body.subarray(5));
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': isKnown ? '0' : '12' }));
    // An empty message.
    stream.end(Buffer.alloc(5));
  }

  #read(bytes: Buffer): void {
    const request: any = schema.lookupType('Request').decode(bytes);
    for (const { resource, scope_spans } of request.resource_spans) {
      const { 'service.name': service } = attributesOf(resource.attributes);
      for (const span of scope_spans.flatMap((scope: any) => scope.spans)) {
        this.spans.push({
          trace: hex(span.trace_id),
          id: hex(span.span_id),
          parent: hex(span.parent_span_id),
          name: span.name,
          kind: span.kind,
          attributes: attributesOf(span.attributes),
          links: span.links.map((link: any) => ({ trace: hex(link.trace_id), id: hex(link.span_id) })),
          error: span.status?.code === 2 ? span.status.message : undefined,
          service: String(service),
        });
      }
    }
  }
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

const attributesOf = (pairs: any[]): CollectedSpan['attributes'] =>
  Object.fromEntries(
    pairs.map(({ key, value }) => [
      key,
      value.int_value === undefined || value.value !== 'int_value'
        ? value[value.value]
        : Number(value.int_value),
    ]),
  );
