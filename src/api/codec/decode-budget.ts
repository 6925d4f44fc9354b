import { maxValues, maxValuesInText, tooManyValues } from './object-size.ts';
import { type TextStructure, textStructure } from './text-structure.ts';

/**
 * Fields of a Protobuf message that are worth one value of the object. Clients write the empty fields of a struct too:
 * a struct of two values may have a dozen.
 */
const fieldsPerValue = 10;

/** Fields of a message that holds the largest object, and of its managedFields. */
const maxFields = fieldsPerValue * maxValues + 50_000;

/**
 * Bounds what is made of a Protobuf message while it is made: two bytes can be a field, and three megabytes of those
 * would be unfolded for a second before the object is found to be too large. Objects of every kind that are accepted
 * as JSON stay within it.
 */
export class DecodeBudget {
  #fields = maxFields;
  #valuesInTexts = maxValuesInText;

  /** Called for fields that are read, before anything is made of them. Throws RequestEntityTooLarge. */
  spend(fields: number): void {
    this.#fields -= fields;
    if (this.#fields < 0) throw tooManyValues();
  }

  /** Called for what costs as much as so many values: items, entries of maps, values that are parsed or written out. */
  spendValues(values: number): void {
    this.spend(values * fieldsPerValue);
  }

  /** Called for JSON within the message, before it is parsed. */
  spendText(text: string): TextStructure {
    this.spendValues(1);
    const structure = textStructure(text);
    this.#valuesInTexts -= structure.values;
    if (this.#valuesInTexts < 0) throw tooManyValues();
    return structure;
  }
}
