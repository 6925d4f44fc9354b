/** The selector cannot be parsed. The message is the API's, sent to the client with status 400. */
export class SelectorError extends Error {
  override readonly name = 'SelectorError';
}
