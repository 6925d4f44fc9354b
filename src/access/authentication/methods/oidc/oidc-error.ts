/** Reason why a token of the issuer is not accepted, or nothing can be said of it. For the log alone. */
export class OidcError extends Error {
  override readonly name = 'OidcError';

  constructor(problem: string, cause?: unknown) {
    super(`oidc: ${problem}`, { cause });
  }
}
