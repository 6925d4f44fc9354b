import { resolve } from 'node:path';
import { isMap } from '../../../api/json/json-values.ts';
import type { PluginConfiguration } from '../../descriptor.ts';
import { checkFields } from '../shared/typed-configuration.ts';

/** All times in milliseconds; 0 for what is switched off. */
export interface ImagePolicySettings {
  /** Path of a client configuration. */
  readonly kubeconfig: string;
  /** Time for which images that were allowed, or not, are remembered as such. */
  readonly allowTtl: number;
  readonly denyTtl: number;
  /** The first pause between tries. */
  readonly retryBackoff: number;
  /** Whether pods are admitted while the backend does not answer. */
  readonly defaultAllow: boolean;
}

interface Range {
  /** Milliseconds of one unit of the field. */
  readonly unit: number;
  readonly default: number;
  readonly min: number;
  readonly max: number;
}

const second = 1_000;
const minute = 60 * second;
const ttl = { unit: second, min: second, max: 30 * minute };

const ranges: Readonly<Record<'allowTTL' | 'denyTTL' | 'retryBackoff', Range>> = {
  allowTTL: { ...ttl, default: 5 * minute },
  denyTTL: { ...ttl, default: 30 * second },
  retryBackoff: { unit: 1, default: 500, min: 1, max: 5 * minute },
};

/** Throws a start-up error. */
export function readSettings(configuration: PluginConfiguration | undefined): ImagePolicySettings {
  if (configuration === undefined) throw new Error('no config specified');
  const { value, directory } = configuration;
  const policy = isMap(value) ? value['imagePolicy'] : undefined;
  if (!isMap(policy)) throw new Error('imagePolicy: must be an object');
  checkFields(value as Record<string, unknown>, ['imagePolicy', 'kind', 'apiVersion']);
  checkFields(policy, ['kubeConfigFile', 'defaultAllow', ...Object.keys(ranges)]);
  const { kubeConfigFile: file, defaultAllow = false } = policy;
  if (typeof file !== 'string' || file === '') throw new Error('imagePolicy.kubeConfigFile: must be given');
  if (typeof defaultAllow !== 'boolean') throw new Error('imagePolicy.defaultAllow: must be true or false');
  return {
    kubeconfig: resolve(directory, file),
    allowTtl: duration(policy, 'allowTTL'),
    denyTtl: duration(policy, 'denyTTL'),
    retryBackoff: duration(policy, 'retryBackoff'),
    defaultAllow,
  };
}

/** Nothing and 0 are the default, -1 switches off. */
function duration(policy: Readonly<Record<string, unknown>>, name: keyof typeof ranges): number {
  const range = ranges[name];
  const value = policy[name] ?? 0;
  if (!Number.isInteger(value)) throw new Error(`imagePolicy.${name}: must be a whole number`);
  if (value === 0) return range.default;
  if (value === -1) return 0;
  const given = (value as number) * range.unit;
  if (given >= range.min && given <= range.max) return given;
  const [min, max] = [range.min, range.max].map((bound) => bound / range.unit);
  throw new Error(`imagePolicy.${name}: valid value is between ${min} and ${max}, got ${value}`);
}
