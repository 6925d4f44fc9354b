import { maxRequirements } from './label-selector-parser.ts';
import { SelectorError } from './selector-error.ts';

export { SelectorError };

/** One condition on one field: that it has the value, or has not. */
export interface FieldRequirement {
  readonly field: string;
  readonly operator: '=' | '!=';
  readonly value: string;
}

/** What all requirements on one field come to. */
interface FieldCondition {
  /** Whatever the requirements, a second value cannot be had as well. */
  value: string | undefined;
  isImpossible: boolean;
  readonly denied: Set<string>;
}

/** Which values an object's selectable fields must have. All of the requirements hold. Immutable. */
export class FieldSelector {
  readonly requirements: readonly FieldRequirement[];
  /** By field: an object costs a look at each field, however many requirements there are. */
  readonly #conditions = new Map<string, FieldCondition>();

  constructor(requirements: readonly FieldRequirement[]) {
    this.requirements = requirements;
    for (const requirement of requirements) this.#fold(requirement);
  }

  static readonly everything = new FieldSelector([]);

  /** A field that is not there is as an empty one. */
  matches(fields: Readonly<Record<string, string>>): boolean {
    for (const [field, { value, isImpossible, denied }] of this.#conditions) {
      const actual = Object.hasOwn(fields, field) ? fields[field]! : '';
      if (isImpossible || denied.has(actual) || (value !== undefined && value !== actual)) return false;
    }
    return true;
  }

  /** The value that the field must have, if it must have one. */
  exactValue(field: string): string | undefined {
    return this.#conditions.get(field)?.value;
  }

  #fold({ field, operator, value }: FieldRequirement): void {
    const condition = this.#conditions.get(field) ?? {
      value: undefined,
      isImpossible: false,
      denied: new Set(),
    };
    this.#conditions.set(field, condition);
    if (operator === '!=') condition.denied.add(value);
    else if (condition.value === undefined) condition.value = value;
    else if (condition.value !== value) condition.isImpossible = true;
  }

  isEmpty(): boolean {
    return this.requirements.length === 0;
  }

  /** `a=b,c!=d`; reading it gives the same selector. */
  toString(): string {
    return this.requirements
      .map(({ field, operator, value }) => `${field}${operator}${value.replace(/[\\,=]/g, '\\$&')}`)
      .join(',');
  }
}

/** Splits at each comma that no backslash stands before. */
function splitTerms(text: string): string[] {
  const terms: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === ',') {
      terms.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...terms, text.slice(start)];
}

function unescapeValue(text: string): string {
  return text.replace(/\\(.?)|[,=]/gsu, (sequence, character: string | undefined) => {
    if (character === undefined) {
      // A number, as the API has it.
      throw new SelectorError(
        `invalid field selector: unescaped character in value: ${sequence.codePointAt(0)}`,
      );
    }
    if (character === '' || !'\\,='.includes(character)) {
      throw new SelectorError(`invalid field selector: invalid escape sequence: ${sequence}`);
    }
    return character;
  });
}

/**
 * Reads `metadata.name=web,status.phase!=Running`; in values a backslash stands before `\`, `,` and `=`. Blanks
 * are part of what they stand in. Throws SelectorError. Which fields there are is not known here.
 */
export function parseFieldSelector(text: string): FieldSelector {
  const requirements: FieldRequirement[] = [];
  for (const term of splitTerms(text).sort()) {
    if (term === '') continue;
    if (requirements.length === maxRequirements)
      throw new SelectorError(`must have at most ${maxRequirements} requirements`);
    const match = /!=|==|=/.exec(term);
    if (match === null) throw new SelectorError(`invalid selector: '${text}'; can't understand '${term}'`);
    const field = term.slice(0, match.index);
    const value = unescapeValue(term.slice(match.index + match[0].length));
    const operator = match[0] === '!=' ? '!=' : '=';
    if (field !== '' || value !== '') requirements.push({ field, operator, value });
  }
  return requirements.length === 0 ? FieldSelector.everything : new FieldSelector(requirements);
}
