import { goQuote } from '../../util/quote.ts';
import { isMap, type JsonMap } from '../json/json-values.ts';
import { DecodeError } from './decode-error.ts';
import { syntaxError } from './json-syntax.ts';
import { noObject, untyped } from './untyped.ts';
import { readYaml } from './yaml.ts';

/** Fields that a configuration may have, at any depth; those of a list are the fields of its items. */
export interface ConfigFields {
  readonly [name: string]: ConfigFields | 'value';
}

/** A kind of configuration files. */
export interface ConfigKind {
  readonly kind: string;
  /** `apiserver.config.example.com/v1` */
  readonly apiVersions: readonly string[];
  readonly fields: ConfigFields;
}

const typeFields: ConfigFields = { apiVersion: 'value', kind: 'value' };

/** The place in messages where kinds of configurations are registered. */
const commonRegistry = 'pkg/runtime/scheme.go:110';

/**
 * Reads a configuration file of a server, as YAML or JSON, strictly: an unknown field and a key that is there twice are
 * errors; unknown fields are ignored where it is not strict. Throws DecodeError, in the words that operators know.
 */
export function readServerConfig(text: string, known: ConfigKind, isStrict = true): JsonMap {
  const { value, repeated } = parsed(text);
  checkType(value, text, known);
  if (repeated.length > 0) throw strictError(`yaml: unmarshal errors:\n${repeated.map(indented).join('\n')}`);
  const unknown = isStrict ? unknownFields(value, { ...typeFields, ...known.fields }, '') : [];
  if (unknown.length > 0) throw strictError(unknown.map((field) => `unknown field "${field}"`).join(', '));
  return value;
}

const indented = (line: string): string => `  ${line}`;

const strictError = (problem: string): DecodeError => new DecodeError(`strict decoding error: ${problem}`);

function parsed(text: string): { value: JsonMap; repeated: readonly string[] } {
  try {
    const { value, repeated } = readYaml(text);
    // A text that says nothing is an object without fields.
    if (value === null || isMap(value)) return { value: value ?? {}, repeated };
    throw noObject(value);
  } catch (error) {
    if (/^\s*\{/.test(text) && !isJson(text)) throw untyped(syntaxError(text));
    throw error;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function checkType({ kind, apiVersion }: JsonMap, text: string, known: ConfigKind): void {
  for (const [name, value] of Object.entries({ Kind: kind, apiVersion })) {
    if (value === undefined || value === null || value === '')
      throw new DecodeError(`Object '${name}' is missing in '${text.trim()}'`);
  }
  if (kind === known.kind && known.apiVersions.includes(String(apiVersion))) return;
  throw unregistered(String(kind), String(apiVersion));
}

/** Makes the error of a type that is not known. `registry`: where those that are known are registered. */
export const unregistered = (kind: string, apiVersion: string, registry = commonRegistry): DecodeError =>
  new DecodeError(
    `no kind ${goQuote(kind)} is registered for version ${goQuote(apiVersion)} in scheme ${goQuote(registry)}`,
  );

/** The paths of fields that are not known: `jwt[0].nope`. */
function unknownFields(value: JsonMap, known: ConfigFields, at: string): string[] {
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = at === '' ? name : `${at}.${name}`;
    const fields = Object.hasOwn(known, name) ? known[name]! : undefined;
    if (fields === undefined) return [path];
    return fields === 'value' ? [] : unknownBelow(inner, fields, path);
  });
}

function unknownBelow(value: unknown, fields: ConfigFields, path: string): string[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => unknownBelow(item, fields, `${path}[${index}]`));
  return isMap(value) ? unknownFields(value, fields, path) : [];
}
