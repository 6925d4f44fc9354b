import { isMap } from '../../../api/json/json-values.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type { Scope } from '../../../api/quota/evaluators/evaluator.ts';
import type { PluginConfiguration } from '../../descriptor.ts';
import { checkFields, typedConfiguration } from '../shared/typed-configuration.ts';

/** Resources that may only be used where a quota covers them. */
export interface LimitedResource {
  readonly apiGroup: string;
  readonly resource: string;
  /** Parts of names of resources. */
  readonly matchContains: readonly string[];
  readonly matchScopes: readonly Scope[];
}

const fields = ['apiGroup', 'resource', 'matchContains', 'matchScopes'];
const operators = ['In', 'NotIn', 'Exists', 'DoesNotExist'];

/** Throws a start-up error. */
export function readLimitedResources(
  configuration: PluginConfiguration | undefined,
  { api }: Dialect,
): readonly LimitedResource[] {
  const { limitedResources = [] } = typedConfiguration(configuration, typeOf(configuration, api), [
    'limitedResources',
  ]);
  if (!Array.isArray(limitedResources)) throw new Error('limitedResources: must be a list');
  return limitedResources.map((given: unknown, index) => {
    const where = `limitedResources[${index}]`;
    if (!isMap(given)) throw new Error(`${where}: must be an object`);
    checkFields(given, fields);
    const { apiGroup = '', resource = '', matchContains, matchScopes } = given;
    if (typeof resource !== 'string' || resource === '') throw new Error(`${where}.resource: Required value`);
    if (typeof apiGroup !== 'string') throw new Error(`${where}.apiGroup: must be a text`);
    return {
      apiGroup,
      resource,
      matchContains: listOf(matchContains, `${where}.matchContains`).map(String),
      matchScopes: listOf(matchScopes, `${where}.matchScopes`).map((scope) => scopeOf(scope, where)),
    };
  });
}

/** The kind was called otherwise before it had a place among the server's own. */
function typeOf(configuration: PluginConfiguration | undefined, api: string) {
  const { value } = configuration ?? {};
  return isMap(value) && value['kind'] === 'Configuration'
    ? {
        kind: 'Configuration',
        apiVersions: [`resourcequota.admission.${api}/v1beta1`, `resourcequota.admission.${api}/v1alpha1`],
      }
    : { kind: 'ResourceQuotaConfiguration', apiVersions: [`apiserver.config.${api}/v1`] };
}

function listOf(value: unknown, where: string): unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new Error(`${where}: must be a list`);
  return value;
}

function scopeOf(given: unknown, where: string): Scope {
  if (!isMap(given)) throw new Error(`${where}.matchScopes: must be a list of objects`);
  checkFields(given, ['scopeName', 'operator', 'values']);
  const { scopeName, operator, values } = given;
  if (!operators.includes(String(operator))) {
    throw new Error(`${where}.matchScopes: ${JSON.stringify(operator)} is not a valid selector operator`);
  }
  const list = listOf(values, `${where}.matchScopes.values`).map(String);
  return { scopeName: String(scopeName), operator: String(operator), values: list };
}
