import { readFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import {
  readTracingConfiguration,
  type TracingConfiguration,
} from '../../client/tracing/tracing-configuration.ts';
import { fileErrorText } from '../../util/file-error-text.ts';
import { systemRandom } from '../../util/random.ts';
import type { Tracer } from '../../util/tracing/span.ts';
import { StartError } from '../start-error.ts';
import type { ApiServerOptions } from './options.ts';

/** Undefined where no flag asks for traces: then nothing of what makes them is loaded. Rejects with StartError. */
export async function openTracer(
  { dialect, settings }: ApiServerOptions,
  log: Logger,
): Promise<Tracer | undefined> {
  const path = settings.tracingConfigFile;
  if (path === undefined) return undefined;
  const configuration = await readFile(path, 'utf8')
    .catch((error: Error) => {
      const reason = `unable to read tracing configuration from ${JSON.stringify(path)}: ${fileErrorText(error)}`;
      throw new StartError(`failed to read tracing config: ${reason}`, { cause: error });
    })
    .then((text) => configurationOf(text, { dialect, gates: settings.gates }));
  const { OtlpTracer } = await import('../../client/tracing/otlp-tracer.ts');
  return new OtlpTracer({
    ...configuration,
    service: 'apiserver',
    instance: `${dialect.prefix}-apiserver-${systemRandom.uuid()}`,
    random: systemRandom,
    report: (error) => {
      const collector = `the collector of spans at ${configuration.endpoint}`;
      if (error === undefined) log.info(`${collector} takes spans again`);
      else log.warn(`${collector} takes none: ${error.message}`);
    },
  });
}

function configurationOf(
  text: string,
  context: Parameters<typeof readTracingConfiguration>[1],
): TracingConfiguration {
  try {
    return readTracingConfiguration(text, context);
  } catch (error) {
    throw new StartError((error as Error).message, { cause: error });
  }
}
