/** A selector that cannot be read. The message is the API's; the one who asked gets it with status 400. */
export class SelectorError extends Error {
  override readonly name = 'SelectorError';
}
