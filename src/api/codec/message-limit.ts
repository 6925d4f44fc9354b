/** Number of unknown and duplicate fields of a body that are reported. */
const maxMessages = 100;
/** Characters of all messages: each path may be as long as the body. */
const maxText = 8 * 1024;

/** Limits the number and the length of messages about one body. */
export class MessageLimit {
  #messages = 0;
  #text = 0;

  /** To be checked before a message is made, which may be expensive. */
  get isReached(): boolean {
    return this.#messages >= maxMessages || this.#text >= maxText;
  }

  /** Returns the message. */
  count(message: string): string {
    this.#messages++;
    this.#text += message.length;
    return message;
  }
}
