/** A file that says which authorizers are asked, in which order. */
export interface AuthorizationConfiguration {
  readonly authorizers: readonly AuthorizerConfiguration[];
}

/** Texts that are not given are "". */
export interface AuthorizerConfiguration {
  readonly type: string;
  readonly name: string;
  readonly webhook: WebhookConfiguration | undefined;
}

/** Durations are as they were written, with defaults. */
export interface WebhookConfiguration {
  readonly timeout: string;
  readonly authorizedTTL: string;
  readonly unauthorizedTTL: string;
  readonly cachesAuthorized: boolean;
  readonly cachesUnauthorized: boolean;
  readonly subjectAccessReviewVersion: string;
  readonly matchConditionSubjectAccessReviewVersion: string;
  readonly failurePolicy: string;
  readonly connectionType: string;
  readonly kubeConfigFile: string | undefined;
  /** Expressions. */
  readonly matchConditions: readonly string[];
}
