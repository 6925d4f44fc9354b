import { fieldErrorsText } from '../validation/field-errors.ts';
import {
  checkedRequirement,
  type LabelOperator,
  type LabelRequirement,
  validateLabelKey,
} from './label-requirement.ts';
import { SelectorError } from './selector-error.ts';

/** Each costs as much as a whole small selector; a request line has room for 60,000 of them. */
export const maxRequirements = 10_000;

const tokenPattern = /==|!=|[=!(),<>]|[^ \t\r\n=!(),<>]+/g;

const symbols: ReadonlySet<string> = new Set(['==', '!=', '=', '!', '(', ')', ',', '<', '>']);

/** Tokens in the place of an operator. `in` and `notin` are plain words everywhere else. */
const operators: ReadonlyMap<string, LabelOperator> = new Map<string, LabelOperator>([
  ['=', '='],
  ['==', '=='],
  ['!=', '!='],
  ['in', 'in'],
  ['notin', 'notin'],
  ['>', 'gt'],
  ['<', 'lt'],
]);

/** The token at the end of the text. */
const end = '';

const isWord = (token: string): boolean => token !== end && !symbols.has(token);

/**
 * Parses `app=web,tier in (front,back),!old,rank>3`; requirements keep their order. Throws SelectorError.
 *
 *     selector    = [ requirement { "," requirement } ]
 *     requirement = key | "!" key | key ( "=" | "==" | "!=" | "<" | ">" ) [ value ]
 *                 | key ( "in" | "notin" ) "(" [ [ value ] { "," [ value ] } ] ")"
 */
export function parseLabelRequirements(text: string): LabelRequirement[] {
  return new Parser(text).parse();
}

class Parser {
  readonly #tokens: readonly string[];
  #position = 0;

  constructor(text: string) {
    this.#tokens = text.match(tokenPattern) ?? [];
  }

  parse(): LabelRequirement[] {
    const requirements: LabelRequirement[] = [];
    for (;;) {
      const first = this.#ahead();
      if (first === end) return requirements;
      if (!isWord(first) && first !== '!')
        throw unexpected(first, ", expected: !, identifier, or 'end of string'");
      if (requirements.length === maxRequirements)
        throw new SelectorError(`must have at most ${maxRequirements} requirements`);
      requirements.push(this.#requirement());
      const separator = this.#take();
      if (separator === end) return requirements;
      if (separator !== ',') throw unexpected(separator, ", expected: ',' or 'end of string'");
      const next = this.#ahead();
      if (!isWord(next) && next !== '!') throw unexpected(next, ", expected: identifier after ','");
    }
  }

  #requirement(): LabelRequirement {
    try {
      return this.#keyAndCondition();
    } catch (error) {
      if (!(error instanceof SelectorError)) throw error;
      throw new SelectorError(`unable to parse requirement: ${error.message}`);
    }
  }

  #keyAndCondition(): LabelRequirement {
    const negated = this.#ahead() === '!';
    if (negated) this.#take();
    const key = this.#take();
    if (!isWord(key)) throw unexpected(key, ', expected: identifier');
    const errors = validateLabelKey(key, '<nil>');
    if (errors.length > 0) throw new SelectorError(fieldErrorsText(errors));
    if (negated) return checkedRequirement(key, '!', []);
    if (this.#ahead() === end || this.#ahead() === ',') return checkedRequirement(key, 'exists', []);
    const token = this.#take();
    const operator = operators.get(token);
    if (operator === undefined) throw unexpected(token, ", expected: '=', '!=', '==', 'in', notin'");
    const isSet = operator === 'in' || operator === 'notin';
    return checkedRequirement(key, operator, isSet ? this.#values() : [this.#value()]);
  }

  #value(): string {
    if (this.#ahead() === end || this.#ahead() === ',') return '';
    const value = this.#take();
    if (!isWord(value)) throw unexpected(value, ', expected: identifier');
    return value;
  }

  /** `(a,b)` without duplicates, sorted; `()` is the empty value. */
  #values(): string[] {
    const open = this.#take();
    if (open !== '(') throw unexpected(open, " expected: '('");
    const first = this.#ahead();
    if (!isWord(first) && first !== ',' && first !== ')')
      throw unexpected(first, ", expected: ',', ')' or identifier");
    const values = first === ')' ? new Set(['']) : this.#list();
    this.#take();
    return [...values].sort();
  }

  /** Stops before the closing parenthesis. A value may be missing between two commas or at either end. */
  #list(): Set<string> {
    const values = new Set<string>();
    for (;;) {
      const token = this.#take();
      const next = this.#ahead();
      if (isWord(token)) {
        values.add(token);
        if (next === ')') return values;
        if (next !== ',') throw unexpected(next, ", expected: ',' or ')'");
        continue;
      }
      if (token !== ',') throw unexpected(token, ", expected: ',', or identifier");
      if (values.size === 0 || next === ')' || next === ',') values.add('');
      if (next === ')') return values;
      if (next === ',') this.#take();
    }
  }

  #ahead(): string {
    return this.#tokens[this.#position] ?? end;
  }

  #take(): string {
    return this.#tokens[this.#position++] ?? end;
  }
}

function unexpected(token: string, rest: string): SelectorError {
  return new SelectorError(`found '${token}'${rest}`);
}
