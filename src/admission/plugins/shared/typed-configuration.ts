import { isMap } from '../../../api/json/json-values.ts';
import type { PluginConfiguration } from '../../descriptor.ts';

/**
 * The configuration of a plugin, an object with kind and apiVersion; an empty object if there is none. Throws a start-up
 * error for another kind and for unknown fields.
 */
export function typedConfiguration(
  configuration: PluginConfiguration | undefined,
  type: { kind: string; apiVersions: readonly string[] },
  fields: readonly string[],
): Readonly<Record<string, unknown>> {
  if (configuration === undefined) return {};
  const { value } = configuration;
  if (!isMap(value)) throw new Error('its configuration is no object');
  const { kind, apiVersion } = value;
  if (kind !== type.kind || !type.apiVersions.includes(String(apiVersion))) {
    throw new Error(`no kind "${kind ?? ''}" is registered for version "${apiVersion ?? ''}"`);
  }
  checkFields(value, ['kind', 'apiVersion', ...fields]);
  return value;
}

export function checkFields(value: Readonly<Record<string, unknown>>, known: readonly string[]): void {
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`unknown field "${unknown}"`);
}
