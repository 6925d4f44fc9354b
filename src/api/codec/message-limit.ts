/**
 * How many fields of a body are told that are unknown or given twice: nobody reads more of them. Each path may be as
 * long as the body, so they are counted by their characters too.
 */
export const maxMessages = 100;
const maxText = 8 * 1024;

/** Takes faults until there are enough. */
export class MessageLimit {
  #faults = 0;
  #text = 0;

  /** Asked before the text of a fault is made: that may be the expensive part. */
  get isReached(): boolean {
    return this.#faults >= maxMessages || this.#text >= maxText;
  }

  count(fault: string): string {
    this.#faults++;
    this.#text += fault.length;
    return fault;
  }
}
