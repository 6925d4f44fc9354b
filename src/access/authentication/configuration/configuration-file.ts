import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { DecodeError } from '../../../api/codec/decode-error.ts';
import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import { ErrorTexts } from '../../../api/meta/error-texts.ts';
import { fieldErrorsText } from '../../../api/validation/field-errors.ts';
import { ShapeError } from '../../../client/fields.ts';
import { fileErrorText } from '../../../util/file-error-text.ts';
import type { Flag, FlagValues } from '../../../util/flags.ts';
import type { AuthenticationConfiguration } from './authentication-configuration.ts';
import { ClaimExpressions } from './claim-expressions.ts';
import { parseConfiguration } from './parse-configuration.ts';
import { validateConfiguration } from './validate-configuration.ts';

export const authenticationConfigFlag: Flag = {
  name: 'authentication-config',
  type: 'text',
  value: 'file',
  description:
    'AuthenticationConfiguration: issuers of tokens, claims and expressions that make users of them, and paths of anonymous requests; in place of the flags for OpenID Connect; read again when it changes',
};

const gate = 'StructuredAuthenticationConfiguration';

interface FileContext {
  readonly gates: FeatureGates;
  readonly dialect: Dialect;
}

/** The content of a file at a time. */
interface ReadConfiguration {
  readonly configuration: AuthenticationConfiguration;
  /** Digest of its bytes. */
  readonly digest: string;
}

/** The file of --authentication-config. */
export class ConfigurationFile {
  readonly path: string;
  readonly #context: FileContext;
  #accepted: ReadConfiguration = { configuration: { jwt: [], anonymous: undefined }, digest: '' };

  constructor(path: string, context: FileContext) {
    this.path = path;
    this.#context = context;
  }

  /** The content that is in force. */
  get accepted(): ReadConfiguration {
    return this.#accepted;
  }

  accept(read: ReadConfiguration): void {
    this.#accepted = read;
  }

  /** Reads the file; undefined when it says what is in force already. Rejects with a start-up error. */
  async read(): Promise<ReadConfiguration | undefined> {
    const { gates, dialect } = this.#context;
    const bytes = await this.#loading(() => readFile(this.path));
    const digest = hash('sha256', bytes);
    if (digest === this.#accepted.digest) return undefined;
    const group = `apiserver.config.${dialect.api}`;
    const configuration = await this.#loading(() => {
      if (bytes.length === 0) throw new DecodeError('empty config data');
      return parseConfiguration(bytes.toString(), gates, group);
    });
    checkConfiguration(configuration, gates, dialect);
    return { configuration, digest };
  }

  async #loading<T>(load: () => T | Promise<T>): Promise<T> {
    try {
      return await load();
    } catch (error) {
      const isContent = error instanceof DecodeError || error instanceof ShapeError;
      const problem = isContent ? error.message : fileErrorText(error as NodeJS.ErrnoException);
      const where = `authentication configuration from file ${JSON.stringify(this.path)}`;
      throw new Error(`failed to load ${where}: ${problem}`, { cause: error });
    }
  }
}

/** Throws a start-up error for a configuration that breaks a rule. */
export function checkConfiguration(
  configuration: AuthenticationConfiguration,
  gates: FeatureGates,
  dialect: Dialect,
): void {
  const errors = validateConfiguration(configuration, new ClaimExpressions(gates.release), gates, dialect);
  if (errors.length === 0) return;
  throw new Error(
    `invalid authentication configuration: ${fieldErrorsText(errors, new ErrorTexts(gates.release))}`,
  );
}

/** The file of the flag, read once; undefined without the flag. Rejects with a start-up error. */
export async function openConfiguration(
  flags: FlagValues,
  context: FileContext,
  excluded: readonly Flag[],
): Promise<ConfigurationFile | undefined> {
  const path = flags.text(authenticationConfigFlag.name) ?? '';
  if (path === '') return undefined;
  if (!context.gates.isOn(gate))
    throw new Error(`set --feature-gates=${gate}=true to use authentication-config file`);
  if (excluded.some(({ name }) => flags.isGiven(name)))
    throw new Error('authentication-config file and oidc-* flags are mutually exclusive');
  const file = new ConfigurationFile(path, context);
  const read = await file.read();
  if (read !== undefined) file.accept(read);
  if (file.accepted.configuration.anonymous !== undefined && flags.isGiven('anonymous-auth')) {
    const why =
      '--anonymous-auth flag cannot be set when anonymous field is configured in authentication configuration file';
    throw new Error(`anonymous: Forbidden: ${why}`);
  }
  return file;
}
