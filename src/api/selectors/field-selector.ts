import { maxRequirements } from './label-selector-parser.ts';
import { SelectorError } from './selector-error.ts';

export { SelectorError };

/** The field must, or must not, have the value. */
export interface FieldRequirement {
  readonly field: string;
  readonly operator: '=' | '!=';
  readonly value: string;
}

/** All requirements on one field combined. */
interface FieldCondition {
  value: string | undefined;
  /** Two different values are required. */
  isImpossible: boolean;
  readonly denied: Set<string>;
}

/** Requirements on the selectable fields of an object, all of which must hold. Immutable. */
export class FieldSelector {
  readonly requirements: readonly FieldRequirement[];
  /** By field, so that the cost per object does not depend on the number of requirements. */
  readonly #conditions = new Map<string, FieldCondition>();

  constructor(requirements: readonly FieldRequirement[]) {
    this.requirements = requirements;
    for (const requirement of requirements) this.#fold(requirement);
  }

  static readonly everything = new FieldSelector([]);

  /** An absent field is empty. */
  matches(fields: Readonly<Record<string, string>>): boolean {
    for (const [field, condition] of this.#conditions) {
      if (!isMet(condition, Object.hasOwn(fields, field) ? fields[field]! : '')) return false;
    }
    return true;
  }

  /** Whether an object could match in which this field has this value. */
  allows(field: string, value: string): boolean {
    const condition = this.#conditions.get(field);
    return condition === undefined || isMet(condition, value);
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

  /** `a=b,c!=d`; parsing it gives the same selector. */
  toString(): string {
    return this.requirements
      .map(({ field, operator, value }) => `${field}${operator}${value.replace(/[\\,=]/g, '\\$&')}`)
      .join(',');
  }
}

const isMet = ({ value, isImpossible, denied }: FieldCondition, actual: string): boolean =>
  !isImpossible && !denied.has(actual) && (value === undefined || value === actual);

/** Splits at each comma that is not escaped by a backslash. */
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
      // The API prints the character's number.
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
 * Parses `metadata.name=web,status.phase!=Running`; in values a backslash escapes `\`, `,` and `=`. Blanks are part of
 * names and values. Does not check whether the fields are selectable. Throws SelectorError.
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
