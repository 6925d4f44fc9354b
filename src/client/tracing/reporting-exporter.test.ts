import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { expect, it } from 'vitest';
import { ReportingExporter } from './reporting-exporter.ts';

it('a collector that is away is reported once, and once when it is back', () => {
  const [reports, results]: [string[], ExportResult[]] = [[], []];
  let result: ExportResult;
  const collector = {
    export: (_: unknown, done: (result: ExportResult) => void) => done(result),
    shutdown: async () => {},
  };
  const exporter = new ReportingExporter(collector, (error) => reports.push(error?.message ?? 'well'));
  const send = (code: ExportResultCode): void => {
    result = code === ExportResultCode.SUCCESS ? { code } : { code, error: new Error('away') };
    exporter.export([], (one) => results.push(one));
  };
  const { SUCCESS, FAILED } = ExportResultCode;
  for (const code of [SUCCESS, FAILED, FAILED, SUCCESS, SUCCESS, FAILED]) send(code);
  expect(reports).toEqual(['away', 'well', 'away']);
  expect(results.map(({ code }) => code)).toEqual([SUCCESS, FAILED, FAILED, SUCCESS, SUCCESS, FAILED]);
});
