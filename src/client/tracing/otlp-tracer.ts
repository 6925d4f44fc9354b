import {
  type Context,
  createTraceState,
  type Link,
  type Span as OtelSpan,
  type Tracer as OtelTracer,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-grpc';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Random } from '../../util/random.ts';
import type { CallerTrace, Span, SpanAttributes, Tracer } from '../../util/tracing/span.ts';
import { type CollectorReport, ReportingExporter } from './reporting-exporter.ts';
import type { TracingConfiguration } from './tracing-configuration.ts';

/** Spans that wait for the collector; more are dropped. */
const maxWaiting = 2_048;
/** Limits of a span: clients size paths and names. */
const limits = { attributeValueLengthLimit: 1_024, attributeCountLimit: 32, linkCountLimit: 1 };
/** Milliseconds that the collector has to take spans, also when the server stops. */
const exportTimeout = 2_000;
/** Milliseconds for which spans are gathered. */
const sendInterval = 1_000;
const million = 1_000_000;

export interface TracerDependencies extends TracingConfiguration {
  /** The service that the spans are of. */
  service: string;
  /** Which one of its replicas. */
  instance: string;
  random: Random;
  /** Spans are lost meanwhile. */
  report: CollectorReport;
}

/** Sends spans to a collector, in batches. One that is away costs spans, and nothing else. */
export class OtlpTracer implements Tracer {
  readonly #provider: TracerProvider;
  readonly #tracer: OtelTracer;
  readonly #perMillion: number;
  readonly #random: Random;

  constructor({ endpoint, perMillion, service, instance, random, report }: TracerDependencies) {
    const collector = new OTLPTraceExporter({ url: `http://${endpoint}`, timeoutMillis: exportTimeout });
    const exporter = new ReportingExporter(collector, report);
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': service, 'service.instance.id': instance }),
      // Which requests are traced is decided before a span is made: one that is not costs nothing.
      sampler: new AlwaysOnSampler(),
      spanLimits: limits,
      spanProcessors: [
        new BatchSpanProcessor({
          exporter,
          maxQueueSize: maxWaiting,
          exportTimeoutMillis: exportTimeout,
          scheduledDelayMillis: sendInterval,
        }),
      ],
    });
    this.#tracer = this.#provider.getTracer(service);
    this.#perMillion = perMillion;
    this.#random = random;
  }

  /**
   * A trace of its own, linked to that of the caller: any client may call, and must neither decide what is traced nor
   * join the traces of another. That of a caller who is trusted goes on, if it is recorded there.
   */
  request(name: string, attributes: SpanAttributes, caller: CallerTrace): Span | undefined {
    const parent = parentOf(caller);
    const joined = caller.isTrusted ? parent : undefined;
    if (!(joined === undefined ? this.#isSampled() : isRecorded(joined))) return undefined;
    const options = { kind: SpanKind.SERVER, attributes };
    const span =
      joined === undefined
        ? this.#tracer.startSpan(
            name,
            { ...options, root: true, links: linksTo(parent, caller) },
            ROOT_CONTEXT,
          )
        : this.#tracer.startSpan(name, options, trace.setSpanContext(ROOT_CONTEXT, joined));
    return new OtlpSpan(this.#tracer, span, caller.baggage);
  }

  #isSampled(): boolean {
    return this.#random.below(million) < this.#perMillion;
  }

  async close(): Promise<void> {
    // Spans are worth less than a clean end: a collector that is away keeps nothing from stopping.
    await this.#provider.shutdown().catch(() => {});
  }
}

class OtlpSpan implements Span {
  readonly #tracer: OtelTracer;
  readonly #span: OtelSpan;
  readonly baggage: string | undefined;

  constructor(tracer: OtelTracer, span: OtelSpan, baggage: string | undefined) {
    this.#tracer = tracer;
    this.#span = span;
    this.baggage = baggage;
  }

  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.#span.spanContext();
    return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
  }

  child(name: string, attributes: SpanAttributes = {}, kind: 'client' | 'internal' = 'internal'): Span {
    const within: Context = trace.setSpan(ROOT_CONTEXT, this.#span);
    const options = { attributes, kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL };
    return new OtlpSpan(this.#tracer, this.#tracer.startSpan(name, options, within), this.baggage);
  }

  set(attributes: SpanAttributes): void {
    this.#span.setAttributes(attributes);
  }

  end(error?: unknown): void {
    if (error !== undefined) {
      const message = String((error as Error)?.message ?? error);
      this.#span.setStatus({ code: SpanStatusCode.ERROR, message });
    }
    this.#span.end();
  }
}

function parentOf({ traceparent, tracestate }: CallerTrace): SpanContext | undefined {
  const parent = traceparent === undefined ? null : parseTraceParent(traceparent);
  if (parent === null) return undefined;
  const state = tracestate === undefined ? {} : { traceState: createTraceState(tracestate) };
  return { ...parent, ...state, isRemote: true };
}

const isRecorded = ({ traceFlags }: SpanContext): boolean => (traceFlags & TraceFlags.SAMPLED) !== 0;

function linksTo(parent: SpanContext | undefined, { tracestate }: CallerTrace): Link[] {
  if (parent === undefined) return [];
  return [{ context: parent, attributes: tracestate === undefined ? {} : { tracestate } }];
}
