import { SelectorError } from './selector-error.ts';

export { SelectorError };

/** One condition on one field: that it has the value, or has not. */
export interface FieldRequirement {
  readonly field: string;
  readonly operator: '=' | '!=';
  readonly value: string;
}

/** Which values an object's selectable fields must have. All of the requirements hold. Immutable. */
export class FieldSelector {
  readonly requirements: readonly FieldRequirement[];

  constructor(requirements: readonly FieldRequirement[]) {
    this.requirements = requirements;
  }

  static readonly everything = new FieldSelector([]);

  /** A field that is not there is as an empty one. */
  matches(fields: Readonly<Record<string, string>>): boolean {
    return this.requirements.every(({ field, operator, value }) => {
      const actual = Object.hasOwn(fields, field) ? fields[field] : '';
      return (actual === value) === (operator === '=');
    });
  }

  /** The value that the field must have, if it must have one. */
  exactValue(field: string): string | undefined {
    return this.requirements.find((one) => one.field === field && one.operator === '=')?.value;
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
    const match = /!=|==|=/.exec(term);
    if (match === null) throw new SelectorError(`invalid selector: '${text}'; can't understand '${term}'`);
    const field = term.slice(0, match.index);
    const value = unescapeValue(term.slice(match.index + match[0].length));
    const operator = match[0] === '!=' ? '!=' : '=';
    if (field !== '' || value !== '') requirements.push({ field, operator, value });
  }
  return requirements.length === 0 ? FieldSelector.everything : new FieldSelector(requirements);
}
