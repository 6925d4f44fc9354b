import { maxValues, maxValuesInText, tooManyValues } from './object-size.ts';
import { type TextStructure, textStructure } from './text-structure.ts';

/** Fields of Protobuf that count as one value: clients also write empty fields, a dozen in a struct of two values. */
const fieldsPerValue = 10;

/** Fields of a message with the largest object and its managedFields. */
const maxFields = fieldsPerValue * maxValues + 50_000;

/**
 * Limits the work of decoding one Protobuf message. A field can have two bytes, and decoding three megabytes of them
 * would take a second before the object is found to be too large. Every object that is accepted as JSON stays within
 * the budget.
 */
export class DecodeBudget {
  #fields = maxFields;
  #valuesInTexts = maxValuesInText;

  /** To be called before fields are decoded. Throws RequestEntityTooLarge. */
  spend(fields: number): void {
    this.#fields -= fields;
    if (this.#fields < 0) throw tooManyValues();
  }

  /** To be called for items, entries of maps, and whatever takes as long as so many values. */
  spendValues(values: number): void {
    this.spend(values * fieldsPerValue);
  }

  /** To be called for JSON within the message, before it is parsed. */
  spendText(text: string): TextStructure {
    this.spendValues(1);
    const structure = textStructure(text);
    this.#valuesInTexts -= structure.values;
    if (this.#valuesInTexts < 0) throw tooManyValues();
    return structure;
  }
}
