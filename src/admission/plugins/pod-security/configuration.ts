import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { isMap } from '../../../api/json/json-values.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import {
  duplicate,
  type FieldError,
  FieldPath,
  fieldErrorsText,
  invalid,
} from '../../../api/validation/field-errors.ts';
import { nameIsDnsLabel, nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { PluginConfiguration } from '../../descriptor.ts';
import { checkFields, typedConfiguration } from '../shared/typed-configuration.ts';
import {
  type LevelVersion,
  type Mode,
  modes,
  type Policy,
  parseLevel,
  parseVersion,
  wrongLevel,
  wrongVersion,
} from './policy.ts';

export interface PodSecuritySettings {
  /** For namespaces that say nothing themselves. */
  readonly defaults: Policy;
  /** Users, namespaces and runtime classes that may do everything. */
  readonly exemptions: Exemptions;
}

export interface Exemptions {
  readonly usernames: ReadonlySet<string>;
  readonly namespaces: ReadonlySet<string>;
  readonly runtimeClasses: ReadonlySet<string>;
}

/** Throws a start-up error. */
export function readSettings(
  configuration: PluginConfiguration | undefined,
  { api }: Dialect,
  gates: FeatureGates,
): PodSecuritySettings {
  const group = `pod-security.admission.config.${api}`;
  const versions = [...(gates.isIn('1.25') ? ['v1'] : []), 'v1beta1', 'v1alpha1'];
  const type = {
    kind: 'PodSecurityConfiguration',
    apiVersions: versions.map((version) => `${group}/${version}`),
  };
  const { defaults = {}, exemptions = {} } = typedConfiguration(configuration, type, [
    'defaults',
    'exemptions',
  ]);
  const errors: FieldError[] = [];
  const settings = {
    defaults: readDefaults(defaults, errors),
    exemptions: readExemptions(exemptions, errors),
  };
  if (errors.length > 0) throw new Error(fieldErrorsText(errors));
  return settings;
}

function readDefaults(given: unknown, errors: FieldError[]): Policy {
  if (!isMap(given)) throw new Error('defaults: must be an object');
  checkFields(
    given,
    modes.flatMap((mode) => [mode, `${mode}-version`]),
  );
  const path = FieldPath.of('defaults');
  const of = (mode: Mode): LevelVersion => {
    const level = given[mode] || 'privileged';
    const version = given[`${mode}-version`] || 'latest';
    const [known, number] = [parseLevel(String(level)), parseVersion(String(version))];
    if (known === undefined) errors.push(invalid(path.child(mode), level, wrongLevel));
    if (number === undefined) errors.push(invalid(path.child(`${mode}-version`), version, wrongVersion));
    return { level: known ?? 'restricted', version: number ?? Infinity };
  };
  return { enforce: of('enforce'), audit: of('audit'), warn: of('warn') };
}

function readExemptions(given: unknown, errors: FieldError[]): Exemptions {
  if (!isMap(given)) throw new Error('exemptions: must be an object');
  checkFields(given, ['usernames', 'namespaces', 'runtimeClasses']);
  const path = FieldPath.of('exemptions');
  const read = (field: string, faultsOf: (name: string) => readonly string[]): Set<string> => {
    const list = given[field] ?? [];
    if (!Array.isArray(list)) throw new Error(`${path.child(field)}: must be a list`);
    const names = new Set<string>();
    list.forEach((name: unknown, index) => {
      const at = path.child(field).index(index);
      const problems = typeof name === 'string' ? faultsOf(name) : ['must be a text'];
      errors.push(...problems.map((problem) => invalid(at, name, problem)));
      if (names.has(String(name))) errors.push(duplicate(at, name));
      names.add(String(name));
    });
    return names;
  };
  return {
    usernames: read('usernames', (name) => (name === '' ? ['username must not be empty'] : [])),
    namespaces: read('namespaces', (name) => nameIsDnsLabel(name, false)),
    runtimeClasses: read('runtimeClasses', (name) => nameIsDnsSubdomain(name, false)),
  };
}
