/** Milliseconds without a byte in either direction after which a conversation ends. */
export const idleTimeout = 4 * 3_600_000;

/** Milliseconds that what was sent before the end may take to arrive. */
export const lastWords = 10_000;
