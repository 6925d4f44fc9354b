import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fieldErrorsText } from '../../api/validation/field-errors.ts';
import { fileErrorText } from '../../util/file-error-text.ts';
import { goQuote } from '../../util/quote.ts';
import type { EncryptionConfiguration } from './config/configuration.ts';
import { parseConfiguration } from './config/parse-configuration.ts';
import type { ConfigurationRules } from './config/release-rules.ts';
import { hiddenRule, maskedRule } from './config/rules.ts';
import { validateConfiguration } from './config/validate-configuration.ts';

/** The content of a configuration file at a time. */
export interface LoadedConfiguration {
  configuration: EncryptionConfiguration;
  /** Digest of its bytes. */
  digest: string;
}

/** Reads a configuration file; rejects with one line that says what is wrong with it. */
export async function loadConfiguration(
  path: string,
  rules: ConfigurationRules,
): Promise<LoadedConfiguration> {
  const bytes = await bytesOf(path, rules);
  const configuration = checked(bytes.toString(), path, rules);
  return { configuration, digest: createHash('sha256').update(bytes).digest('hex') };
}

async function bytesOf(path: string, { hasLaterTexts }: ConfigurationRules): Promise<Buffer> {
  const before = hasLaterTexts
    ? 'error while parsing file: error while loading file: error reading'
    : 'error opening';
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (cause) {
    const { message } = cause as Error;
    const text = hasLaterTexts ? fileErrorText(cause as Error) : message;
    throw new Error(`${before} encryption provider configuration file ${goQuote(path)}: ${text}`, { cause });
  }
  if (hasLaterTexts && bytes.length === 0)
    throw new Error(
      `error while parsing file: error while loading file: encryption provider configuration file ${goQuote(path)} is empty`,
    );
  return bytes;
}

function checked(text: string, path: string, rules: ConfigurationRules): EncryptionConfiguration {
  const words = rules.hasLaterTexts ? laterWords(path) : earlyWords(path);
  const configuration = doing(words.decoding, () => parseConfiguration(text, rules));
  doing(words.checking, () => {
    const errors = validateConfiguration(configuration, rules);
    if (errors.length > 0) throw new Error(fieldErrorsText(errors));
  });
  doing(words.building, () => {
    const refused = rules.checksResources ? hiddenRule(configuration) : maskedRule(configuration);
    const problem = kmsProblem(configuration, rules) ?? refused;
    if (problem !== undefined) throw new Error(problem);
  });
  return configuration;
}

const laterWords = (path: string) => ({
  decoding: `error while parsing file: error decoding encryption provider configuration file ${goQuote(path)}`,
  checking: 'error while parsing file',
  building: 'error while building transformers',
});

function earlyWords(path: string) {
  const words = `error while parsing encryption provider configuration file ${goQuote(path)}`;
  return { decoding: words, checking: words, building: words };
}

function doing<T>(words: string, step: () => T): T {
  try {
    return step();
  } catch (cause) {
    throw new Error(`${words}: ${(cause as Error).message}`, { cause });
  }
}

/** The first plugin that the release does not speak with. */
function kmsProblem({ resources }: EncryptionConfiguration, rules: ConfigurationRules): string | undefined {
  const plugins = resources.flatMap(({ providers }) => providers.flatMap(({ kms }) => kms ?? []));
  return plugins
    .map(({ apiVersion, name }) => rules.refusalOfKms(apiVersion, name))
    .find((problem) => problem !== undefined);
}
