import { expressionTypes } from '../../meta/dialect.ts';
import type { NameCheck } from '../../validation/name-format.ts';
import {
  dns1035Label,
  dns1123Label,
  dns1123Subdomain,
  labelValue,
  qualifiedName,
} from '../../validation/names.ts';
import type { FunctionDeclaration, RunCost } from '../types/overloads.ts';
import { listOf, opaqueType, optionalOf, stringType } from '../types/types.ts';
import { ArrayList } from '../values/collections.ts';
import { parseTimestamp } from '../values/times.ts';
import { CelError, OpaqueValue, OptionalValue } from '../values/value.ts';
import { declare, method, plain } from './declare.ts';
import { parseRequestUrl } from './url-text.ts';

const formatType = opaqueType(`${expressionTypes}.NamedFormat`);

/** All that is wrong with a text; nothing if it has the format. */
type Check = (text: string) => string[];

class FormatValue extends OpaqueValue {
  readonly typeName = `${expressionTypes}.NamedFormat`;
  readonly name: string;
  readonly check: Check;

  constructor(name: string, check: Check) {
    super();
    this.name = name;
    this.check = check;
  }

  equals(other: OpaqueValue): boolean {
    return (other as FormatValue).name === this.name;
  }
}

/** The beginning of a name, to which something is added: it may end in a dash. */
const prefixOf =
  (check: NameCheck): Check =>
  (text) =>
    check(text.length > 1 && text.endsWith('-') ? `${text.slice(0, -2)}a` : text);

const inBytes =
  (check: NameCheck): Check =>
  (text) =>
    check(text).map((problem) => problem.replace(/^(must be no more than \d+) characters$/, '$1 bytes'));

const labelKey: Check = (text) =>
  qualifiedName(text).map((problem) => problem.replace(/^a qualified name must/, 'a valid label key must'));

function uri(text: string): string[] {
  try {
    parseRequestUrl(text);
    return [];
  } catch (error) {
    if (error instanceof CelError) return [error.message];
    throw error;
  }
}

const matching =
  (pattern: RegExp, problem: string): Check =>
  (text) =>
    pattern.test(text) ? [] : [problem];

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/;

const date: Check = (text) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && parseTimestamp(`${text}T00:00:00Z`) !== undefined ? [] : ['invalid date'];

const dateTime: Check = (text) =>
  parseTimestamp(text.replace('t', 'T').replace('z', 'Z')) === undefined ? ['invalid datetime'] : [];

const checks: Readonly<Record<string, Check>> = {
  dns1123Label,
  dns1123Subdomain,
  dns1035Label,
  qualifiedName: labelKey,
  dns1123LabelPrefix: prefixOf(dns1123Label),
  dns1123SubdomainPrefix: prefixOf(dns1123Subdomain),
  dns1035LabelPrefix: prefixOf(dns1035Label),
  labelValue: inBytes(labelValue),
  uri,
  uuid: matching(
    /^[0-9a-fA-F]{8}(?:-?[0-9a-fA-F]{4}){3}-?[0-9a-fA-F]{12}$/,
    'does not match the UUID format',
  ),
  byte: matching(base64, 'invalid base64'),
  date,
  datetime: dateTime,
};

const known = new Map(Object.entries(checks).map(([name, check]) => [name, new FormatValue(name, check)]));

/** The pattern of the longest format counts. */
const cost: RunCost = (sizes) => Math.ceil(sizes[1]! * 0.1) * Math.ceil(128 * 0.25);

export const formats: readonly FunctionDeclaration[] = [
  ...[...known].map(([name, value]) =>
    declare(
      `format.${name}`,
      plain([], formatType, () => value),
    ),
  ),
  declare(
    'format.named',
    plain([stringType], optionalOf(formatType), ([name]) => {
      const found = known.get(name as string);
      return found === undefined ? OptionalValue.none : new OptionalValue(found);
    }),
  ),
  declare(
    'validate',
    method(
      [formatType, stringType],
      optionalOf(listOf(stringType)),
      ([format, text], budget) => {
        budget.work((text as string).length);
        const problems = (format as FormatValue).check(text as string);
        return problems.length === 0 ? OptionalValue.none : new OptionalValue(new ArrayList(problems));
      },
      cost,
    ),
  ),
];
