import { parseUrl, urlProblem } from '../../api/cel/library/url-text.ts';
import { DecodeError } from '../../api/codec/decode-error.ts';
import { type ConfigFields, readServerConfig } from '../../api/codec/server-config.ts';
import type { FeatureGates } from '../../api/gates/feature-gates.ts';
import type { Dialect } from '../../api/meta/dialect.ts';
import { type FieldError, FieldPath, fieldErrorsText, invalid } from '../../api/validation/field-errors.ts';
import { Fields, ShapeError } from '../fields.ts';

export interface TracingConfiguration {
  /** Address at which OTLP over gRPC is taken, without TLS: `localhost:4317`. */
  endpoint: string;
  /** Number of requests of a million that are traced. */
  perMillion: number;
}

interface TracingContext {
  readonly dialect: Dialect;
  readonly gates: Pick<FeatureGates, 'isIn'>;
}

const usualEndpoint = 'localhost:4317';
const million = 1_000_000;
const fields: ConfigFields = { endpoint: 'value', samplingRatePerMillion: 'value' };
/** Versions of the configuration, and the releases that brought them. */
const versions = { v1: '1.34', v1beta1: '1.26', v1alpha1: '1.22' } as const;
const schemes = ['dns', 'unix', 'unix-abstract'];

/** Reads a TracingConfiguration. Throws an Error for the operator. */
export function readTracingConfiguration(text: string, context: TracingContext): TracingConfiguration {
  const { endpoint, rate } = decoded(text, context);
  const errors = [...validateRate(rate), ...(endpoint === undefined ? [] : validateEndpoint(endpoint))];
  if (errors.length > 0)
    throw new Error(`failed to validate tracing configuration: ${fieldErrorsText(errors)}`);
  return { endpoint: endpoint === undefined ? usualEndpoint : addressOf(endpoint), perMillion: rate };
}

function decoded(
  text: string,
  { dialect, gates }: TracingContext,
): { endpoint: string | undefined; rate: number } {
  const known = Object.entries(versions).filter(([, since]) => gates.isIn(since));
  const kind = {
    kind: 'TracingConfiguration',
    apiVersions: known.map(([version]) => `apiserver.config.${dialect.api}/${version}`),
    fields,
  };
  try {
    const content = new Fields(readServerConfig(text, kind, gates.isIn('1.32')), '');
    const rate = content.any('samplingRatePerMillion') ?? 0;
    if (!Number.isInteger(rate)) throw content.wrong('samplingRatePerMillion', 'must be an integer');
    return { endpoint: content.text('endpoint'), rate: rate as number };
  } catch (error) {
    if (!(error instanceof DecodeError || error instanceof ShapeError)) throw error;
    const reason = `unable to decode tracing configuration data: ${error.message}`;
    throw new Error(`failed to read tracing config: ${reason}`, { cause: error });
  }
}

function validateRate(rate: number): FieldError[] {
  const path = FieldPath.of('samplingRatePerMillion');
  if (rate < 0) return [invalid(path, rate, 'sampling rate must be positive')];
  if (rate <= million) return [];
  return [invalid(path, rate, 'sampling rate per million must be less than or equal to one million')];
}

function validateEndpoint(endpoint: string): FieldError[] {
  const path = FieldPath.of('endpoint');
  const url = endpoint.includes('//') ? endpoint : `dns://${endpoint}`;
  const problem = urlProblem(url);
  if (problem !== undefined) return [invalid(path, url, problem)];
  const { scheme } = parseUrl(url);
  if (schemes.includes(scheme)) return [];
  const reason = `unsupported scheme: ${scheme}.  Options are none, dns, unix, or unix-abstract`;
  return [invalid(path, url, reason)];
}

/** Spans go to a host and a port: names of other forms are refused. */
function addressOf(endpoint: string): string {
  const address = endpoint.replace(/^dns:\/{2,3}/, '');
  if (/^([\w.-]+|\[[\da-fA-F:.]+\]):\d{1,5}$/.test(address)) return address;
  throw new Error(`endpoint: Invalid value: ${JSON.stringify(endpoint)}: must be a host and a port`);
}
