/** Milliseconds without a byte in either direction after which a conversation ends. */
export const idleTimeout = 4 * 3_600_000;

/** Bytes on their way to a client from which on nothing more is read from its backend. */
export const maxUnsent = 262_144;
