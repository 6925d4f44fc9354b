import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fieldErrorsText } from '../../api/validation/field-errors.ts';
import { goQuote } from '../../util/quote.ts';
import type { EncryptionConfiguration } from './config/configuration.ts';
import { parseConfiguration } from './config/parse-configuration.ts';
import { maskedRule } from './config/rules.ts';
import { validateConfiguration } from './config/validate-configuration.ts';

/** The content of a configuration file at a time. */
export interface LoadedConfiguration {
  configuration: EncryptionConfiguration;
  /** Digest of its bytes. */
  digest: string;
}

/**
 * Reads a configuration file; rejects with one line that says what is wrong with it. `configGroup`: the API group of
 * configuration files.
 */
export async function loadConfiguration(path: string, configGroup: string): Promise<LoadedConfiguration> {
  const bytes = await readFile(path).catch((cause: Error) => {
    throw new Error(
      `error opening encryption provider configuration file ${goQuote(path)}: ${cause.message}`,
      {
        cause,
      },
    );
  });
  try {
    const configuration = parseConfiguration(bytes.toString(), configGroup);
    const errors = validateConfiguration(configuration);
    if (errors.length > 0) throw new Error(fieldErrorsText(errors));
    const masked = maskedRule(configuration);
    if (masked !== undefined) throw new Error(masked);
    return { configuration, digest: createHash('sha256').update(bytes).digest('hex') };
  } catch (cause) {
    const message = `error while parsing encryption provider configuration file ${goQuote(path)}`;
    throw new Error(`${message}: ${(cause as Error).message}`, { cause });
  }
}
