import { existsSync, readFileSync } from 'node:fs';

/** They lie beside the product where it is developed, not where it is used. */
const directory = new URL('../../../../shared/recorded', import.meta.url).pathname;

export interface CelRecord {
  readonly name: string;
  readonly env: 'admission' | 'rule';
  readonly expression: string;
  readonly show: keyof typeof showing;
  readonly object?: Record<string, unknown>;
  readonly old?: Record<string, unknown>;
  readonly answer: CelAnswer;
}

export interface CelAnswer {
  readonly type?: string;
  readonly value?: string;
  readonly error?: string;
  readonly refused?: readonly string[];
  readonly unshown?: string;
}

export const recordsAreThere = existsSync(directory);

export const readRecords = (): CelRecord[] =>
  readFileSync(`${directory}/1.36/machinery/cel.jsonl`, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

export const readRuleSchema = () =>
  JSON.parse(readFileSync(`${directory}/machinery-rule-schema.json`, 'utf8'));

/** The expression by which a value is made visible. */
export const showing = {
  value: (it: string) => `'%s(%s)'.format([type(${it}), ${it}])`,
  text: (it: string) => `'%s(%s)'.format([type(${it}), string(${it})])`,
  quoted: (it: string) => `'%s(%s)'.format([type(${it}), strings.quote(${it})])`,
  type: (it: string) => `'%s'.format([type(${it})])`,
  truth: (it: string) => `'bool(%s)'.format([${it} == true])`,
  ruleValue: (it: string) => `[${it}].map(shown, '%s(%s)'.format([type(shown), shown]))[0]`,
  ruleBare: (it: string) => `'%s'.format([${it}])`,
  ruleCount: (it: string) => `string([${it}].size())`,
};

/** `int(5)` is type and value; a text without brackets is a type alone. */
export function splitShown(text: string): CelAnswer {
  const match = /^([^(]*)\((.*)\)$/s.exec(text);
  return match === null ? { type: text } : { type: match[1]!, value: match[2]! };
}
