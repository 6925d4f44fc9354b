/** Result of one check. */
export interface Finding {
  /** `unknown`: the user may not see it, or the server does not tell. */
  level: 'failure' | 'ok' | 'unknown' | 'warning';
  /** `health`, `store`, … */
  about: string;
  text: string;
}

/** A finding that is left open: the user may not see the objects, or the server does not have them. */
export const unknown = (about: string, error: unknown): Finding => ({
  level: 'unknown',
  about,
  text: (error as Error).message,
});
