import { isMap } from '../../../api/json/json-values.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import {
  type FieldError,
  FieldPath,
  fieldErrorsText,
  invalid,
  notSupported,
} from '../../../api/validation/field-errors.ts';
import type { PluginConfiguration } from '../../descriptor.ts';
import { checkFields, typedConfiguration } from '../shared/typed-configuration.ts';

const types = ['Namespace', 'Server', 'SourceAndObject', 'User'] as const;

export interface EventLimit {
  readonly type: (typeof types)[number];
  /** Events a second, in the long run. */
  readonly qps: number;
  /** Events at once. */
  readonly burst: number;
  /** Number of namespaces, users or sources that are kept in mind; those that were quiet longest are forgotten. */
  readonly cacheSize: number;
}

const defaultCacheSize = 4096;

/** Throws a start-up error. */
export function readLimits(
  configuration: PluginConfiguration | undefined,
  { api }: Dialect,
): readonly EventLimit[] {
  const type = { kind: 'Configuration', apiVersions: [`eventratelimit.admission.${api}/v1alpha1`] };
  const { limits = [] } = typedConfiguration(configuration, type, ['limits']);
  const given: unknown[] = Array.isArray(limits) ? limits : [limits];
  const path = FieldPath.of('limits');
  const errors = given.length === 0 ? [invalid(path, [], 'must not be empty')] : [];
  errors.push(...given.flatMap((limit, index) => faultsOf(limit, path.index(index))));
  if (errors.length > 0) throw new Error(fieldErrorsText(errors));
  return (given as Partial<EventLimit>[]).map(({ type: kind, qps, burst, cacheSize }) => ({
    type: kind!,
    qps: qps!,
    burst: burst!,
    cacheSize: cacheSize || defaultCacheSize,
  }));
}

function faultsOf(limit: unknown, path: FieldPath): FieldError[] {
  if (!isMap(limit)) return [invalid(path, limit, 'must be an object')];
  checkFields(limit, ['type', 'qps', 'burst', 'cacheSize']);
  const { type = '', qps = 0, burst = 0, cacheSize = 0 } = limit;
  const errors: FieldError[] = [];
  if (!types.some((known) => known === type)) errors.push(notSupported(path.child('type'), type, types));
  if (!isWhole(burst) || burst <= 0) errors.push(invalid(path.child('burst'), burst, 'must be positive'));
  if (!isWhole(qps) || qps <= 0) errors.push(invalid(path.child('qps'), qps, 'must be positive'));
  if (!isWhole(cacheSize) || cacheSize < 0)
    errors.push(invalid(path.child('cacheSize'), cacheSize, 'must not be negative'));
  return errors;
}

const isWhole = (value: unknown): value is number => Number.isInteger(value);
