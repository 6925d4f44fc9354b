import type { User } from '../../api/meta/user.ts';
import type { Grounds } from '../../api/request/decisions.ts';
import type { SelectorRequirement } from './selector-requirements.ts';

/** The attributes of a request that authorizers decide on. */
export interface Attributes {
  readonly user: User;
  /** get, list, watch, create, …, use, bind, impersonate, …; of a path the method in lower case. */
  readonly verb: string;
  /** Whether it is about a resource; the fields up to `name` are empty when it is not, `path` when it is. */
  readonly isResourceRequest: boolean;
  /** "" for what is in no namespace, and for all of them. */
  readonly namespace: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  /** "" for what has no name yet, and for all. */
  readonly name: string;
  readonly path: string;
  /**
   * Requirements of the field selector of list, watch and deletecollection; undefined where there are none, where they
   * cannot be read, and in releases that do not authorize by them.
   */
  readonly fieldSelector?: readonly SelectorRequirement[] | undefined;
  /** The same of the label selector. */
  readonly labelSelector?: readonly SelectorRequirement[] | undefined;
}

/** The attributes of something that is asked of a resource in no namespace, in whatever version it is served. */
export const clusterAttributes = (
  asked: Pick<Attributes, 'user' | 'verb' | 'group' | 'resource' | 'subresource' | 'name'>,
): Attributes => ({ ...asked, isResourceRequest: true, namespace: '', version: '*', path: '' });

/** `no-opinion`: the next authorizer decides; without any that allows, the request is denied. */
export type Verdict = 'allow' | 'deny' | 'no-opinion';

export interface Ruling {
  readonly verdict: Verdict;
  /** For the audit log, reviews and refusals; may be empty. */
  readonly reason: string;
  /** An error during evaluation; the verdict holds nevertheless. */
  readonly error?: string | undefined;
}

/** A ruling and how it came about: for callers who may know, as it names objects that they may not see. */
export interface ExplainedRuling {
  readonly ruling: Ruling;
  /** The authorizers that were asked, in order. */
  readonly steps: readonly AuthorizerStep[];
}

export interface AuthorizerStep {
  /** Name in `--authorization-mode`. */
  readonly authorizer: string;
  readonly ruling: Ruling;
  readonly grounds?: Grounds;
}

/** Says whether a request may pass. Decides at once where it can, so that the usual request waits for nothing. */
export interface Authorizer {
  authorize(attributes: Attributes): Ruling | Promise<Ruling>;
  /** The same with the grounds of the ruling, at any cost. Absent: the ruling says all there is to say. */
  explain?(attributes: Attributes): ExplainedRuling | Promise<ExplainedRuling>;
}

/** Lists what a user may do in a namespace, as far as that can be listed. */
export interface RuleResolver {
  rulesFor(user: User, namespace: string): SubjectRules | Promise<SubjectRules>;
}

export interface SubjectRules {
  readonly resourceRules: readonly ResourceRule[];
  readonly nonResourceRules: readonly NonResourceRule[];
  /** There may be more than is listed. */
  readonly incomplete: boolean;
  /** Reason why it is incomplete, or what went wrong. */
  readonly errors: readonly string[];
}

export interface ResourceRule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  /** Empty: all. */
  readonly resourceNames: readonly string[];
}

export interface NonResourceRule {
  readonly verbs: readonly string[];
  readonly nonResourceURLs: readonly string[];
}
