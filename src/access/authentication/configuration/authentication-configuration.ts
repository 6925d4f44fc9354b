/** A file that says who is believed: issuers of JSON web tokens, and the paths of anonymous requests. */
export interface AuthenticationConfiguration {
  readonly jwt: readonly JwtAuthenticator[];
  /** Undefined: the flag decides. */
  readonly anonymous: AnonymousConfiguration | undefined;
}

export interface AnonymousConfiguration {
  readonly enabled: boolean;
  /** Paths, exactly; empty: all. */
  readonly paths: readonly string[];
}

/** Trust in one issuer, and the user that its tokens stand for. Texts that are not given are "". */
export interface JwtAuthenticator {
  readonly issuer: JwtIssuer;
  readonly claimValidationRules: readonly ClaimValidationRule[];
  readonly username: PrefixedMapping;
  readonly groups: PrefixedMapping;
  readonly uid: ClaimMapping;
  readonly extra: readonly ExtraMapping[];
  readonly userValidationRules: readonly ValidationRule[];
}

export interface JwtIssuer {
  readonly url: string;
  readonly discoveryURL: string;
  /** PEM. */
  readonly certificateAuthority: string;
  readonly audiences: readonly string[];
  readonly audienceMatchPolicy: string;
  readonly egressSelectorType: string;
}

export interface ClaimMapping {
  readonly claim: string;
  readonly expression: string;
}

export interface PrefixedMapping extends ClaimMapping {
  readonly prefix: string | undefined;
}

export interface ExtraMapping {
  readonly key: string;
  readonly valueExpression: string;
}

export interface ValidationRule {
  readonly expression: string;
  readonly message: string;
}

export interface ClaimValidationRule extends ValidationRule {
  readonly claim: string;
  readonly requiredValue: string;
}
