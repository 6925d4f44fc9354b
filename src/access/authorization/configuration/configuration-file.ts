import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { DecodeError } from '../../../api/codec/decode-error.ts';
import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import { ErrorTexts } from '../../../api/meta/error-texts.ts';
import { fieldErrorsText } from '../../../api/validation/field-errors.ts';
import { ShapeError } from '../../../client/fields.ts';
import type { Flag, FlagValues } from '../../../util/flags.ts';
import { MatchExpressions } from '../match-conditions.ts';
import type { AuthorizationConfiguration } from './authorization-configuration.ts';
import { parseConfiguration } from './parse-configuration.ts';
import { validateConfiguration } from './validate-configuration.ts';

export const authorizationConfigFlag: Flag = {
  name: 'authorization-config',
  type: 'text',
  value: 'file',
  description:
    'AuthorizationConfiguration: the authorization modes in their order, among them several webhooks with conditions; in place of the flags for modes and webhooks; read again when it changes',
};

const gate = 'StructuredAuthorizationConfiguration';

interface FileContext {
  readonly gates: FeatureGates;
  readonly dialect: Dialect;
}

/** The content of a file at a time. */
interface ReadConfiguration {
  readonly configuration: AuthorizationConfiguration;
  /** Digest of its bytes. */
  readonly digest: string;
}

/** The file of --authorization-config. */
export class ConfigurationFile {
  readonly path: string;
  readonly expressions: MatchExpressions;
  readonly #context: FileContext;

  constructor(path: string, context: FileContext) {
    this.path = path;
    this.expressions = new MatchExpressions(context.gates);
    this.#context = context;
  }

  /** Rejects with a start-up error for what cannot be followed. */
  async read(): Promise<ReadConfiguration> {
    return this.#checked(await readFile(this.path));
  }

  /** The same, but undefined for the content with this digest. */
  async readAgain(digest: string): Promise<ReadConfiguration | undefined> {
    const bytes = await readFile(this.path);
    return digestOf(bytes) === digest ? undefined : this.#checked(bytes);
  }

  #checked(bytes: Buffer): ReadConfiguration {
    const { gates, dialect } = this.#context;
    const configuration = parsed(bytes.toString(), gates, `apiserver.config.${dialect.api}`);
    const errors = validateConfiguration(configuration, this.expressions);
    if (errors.length > 0) throw new Error(fieldErrorsText(errors, new ErrorTexts(gates.release)));
    return { configuration, digest: digestOf(bytes) };
  }
}

const digestOf = (bytes: Buffer): string => hash('sha256', bytes);

function parsed(text: string, gates: FeatureGates, group: string): AuthorizationConfiguration {
  try {
    return parseConfiguration(text, gates, group);
  } catch (error) {
    if (!(error instanceof DecodeError || error instanceof ShapeError)) throw error;
    throw new Error(`failed to load AuthorizationConfiguration from file: ${error.message}`, {
      cause: error,
    });
  }
}

/** The file of the flag; undefined without the flag. Rejects with a start-up error. */
export async function openConfiguration(
  flags: FlagValues,
  context: FileContext,
  excluded: readonly Flag[],
): Promise<ConfigurationFile | undefined> {
  const { name } = authorizationConfigFlag;
  const path = flags.text(name) ?? '';
  if (path === '') return undefined;
  const { gates } = context;
  if (!gates.isIn('1.32') && !gates.isOn(gate))
    throw new Error(`--${name} cannot be used without enabling ${gate} feature flag`);
  if (excluded.some((flag) => flags.isGiven(flag.name))) {
    const others = '--authorization-mode or --authorization-webhook-* flags';
    throw new Error(`--${name} can not be specified when ${others} are defined`);
  }
  return new ConfigurationFile(path, context);
}
