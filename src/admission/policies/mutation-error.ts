/** A mutation cannot be worked out or followed: the failure policy of its policy says what becomes of the request. */
export class MutationError extends Error {}
