import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';

/** Hears of a collector that takes no spans (`error`), and, undefined, of one that does again. */
export type CollectorReport = (error: Error | undefined) => void;

/** Passes spans on, and reports when the collector begins to refuse them and when that is over: not each batch. */
export class ReportingExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #report: CollectorReport;
  #isWell = true;

  constructor(exporter: SpanExporter, report: CollectorReport) {
    this.#exporter = exporter;
    this.#report = report;
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#exporter.export(spans, (result) => {
      this.#seen(result);
      done(result);
    });
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }

  async forceFlush(): Promise<void> {
    await this.#exporter.forceFlush?.();
  }

  #seen({ code, error }: ExportResult): void {
    const isWell = code === ExportResultCode.SUCCESS;
    if (isWell === this.#isWell) return;
    this.#isWell = isWell;
    this.#report(isWell ? undefined : (error ?? new Error('no reason given')));
  }
}
