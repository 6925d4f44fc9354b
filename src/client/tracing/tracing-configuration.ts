import { parseUniqueYaml } from '../../api/codec/yaml.ts';
import type { Dialect } from '../../api/meta/dialect.ts';

export interface TracingConfiguration {
  /** Address at which OTLP over gRPC is taken, without TLS: `localhost:4317`. */
  endpoint: string;
  /** Number of requests of a million that are traced. */
  perMillion: number;
}

const usualEndpoint = 'localhost:4317';
const million = 1_000_000;
const knownFields = new Set(['apiVersion', 'kind', 'endpoint', 'samplingRatePerMillion']);

/** Reads a TracingConfiguration. Throws an Error for the operator. */
export function readTracingConfiguration(text: string, { api }: Dialect): TracingConfiguration {
  const content: unknown = parseUniqueYaml(text);
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new Error('must be a TracingConfiguration');
  }
  const fields = content as Record<string, unknown>;
  const versions = ['v1alpha1', 'v1beta1'].map((version) => `apiserver.config.${api}/${version}`);
  if (fields['kind'] !== 'TracingConfiguration' || !versions.includes(String(fields['apiVersion']))) {
    throw new Error(`must be a TracingConfiguration of ${versions.join(' or ')}`);
  }
  const unknown = Object.keys(fields).find((name) => !knownFields.has(name));
  if (unknown !== undefined) throw new Error(`unknown field "${unknown}"`);
  return { endpoint: endpointOf(fields['endpoint']), perMillion: rateOf(fields['samplingRatePerMillion']) };
}

function endpointOf(value: unknown): string {
  if (value === undefined || value === null) return usualEndpoint;
  if (typeof value === 'string' && /^([\w.-]+|\[[\da-fA-F:.]+\]):\d{1,5}$/.test(value)) return value;
  throw new Error(`endpoint: Invalid value: ${JSON.stringify(value)}: must be a host and a port`);
}

function rateOf(value: unknown): number {
  if (value === undefined || value === null) return 0;
  const invalid = (reason: string): Error =>
    new Error(`samplingRatePerMillion: Invalid value: ${JSON.stringify(value)}: ${reason}`);
  if (typeof value !== 'number' || !Number.isInteger(value)) throw invalid('must be an integer');
  if (value < 0) throw invalid('sampling rate must be positive');
  if (value > million) throw invalid('sampling rate per million must be less than or equal to one million');
  return value;
}
