import type {
  Attributes,
  Authorizer,
  AuthorizerStep,
  ExplainedRuling,
  Ruling,
} from '../../access/authorization/authorizer.ts';
import { explainRuling } from '../../access/authorization/explanation.ts';
import { DecisionRecorder } from '../../admission/decision-recorder.ts';
import { EvaluatedExpressions } from '../../admission/evaluated-expressions.ts';
import type { AdmissionTarget } from '../../admission/plugin.ts';
import type { AdmissionRecorder } from '../../admission/recorder.ts';
import type {
  AdmittedObject,
  AuthorizationDecision,
  AuthorizationStep,
  Decisions,
  ExplainablePart,
  TriedPolicy,
} from '../../api/request/decisions.ts';
import { shortWords } from './short-rules.ts';

/** Questions and objects of one request that the answer lists: a request may delete a million objects. */
const maxQuestions = 8;
const maxObjects = 8;

/** The object of a write, as admission sees it. */
export interface AdmittedTarget extends AdmissionTarget {
  readonly namespace: string;
  readonly name: string;
  /** Whether values of the object may not be shown. */
  readonly isConfidential: boolean;
}

type Admitted = Omit<AdmittedObject, 'steps' | 'passed' | 'expressions'> & {
  recorder: DecisionRecorder;
  expressions: EvaluatedExpressions | undefined;
};

/** Collects the decisions about one request, as far as its caller may see them. */
export class Explanation {
  readonly #parts: readonly ExplainablePart[];
  readonly #withheld: readonly ExplainablePart[];
  readonly #tried: TriedPolicy | undefined;
  readonly #questions: AuthorizationDecision[] = [];
  /** By operation, resource, namespace and name: a further attempt takes the place of the one before. */
  readonly #objects = new Map<string, Admitted>();
  #isCut = false;

  /** `tried`: a policy whose expressions are evaluated as well. */
  constructor(parts: readonly ExplainablePart[], withheld: readonly ExplainablePart[], tried?: TriedPolicy) {
    this.#parts = parts;
    this.#withheld = withheld;
    this.#tried = tried;
  }

  /** Asks the authorizer and keeps the grounds. */
  async authorize(
    authorizer: Authorizer,
    attributes: Attributes,
    about: AuthorizationDecision['about'],
  ): Promise<Ruling> {
    if (!this.#parts.includes('authorization')) return authorizer.authorize(attributes);
    const explained = await explainRuling(authorizer, attributes);
    if (this.#questions.length < maxQuestions) this.#questions.push(decisionOf(about, attributes, explained));
    else this.#isCut = true;
    return explained.ruling;
  }

  /** Receives what becomes of an object. `begins`: with this step admission of the object begins anew. */
  recorderOf(target: AdmittedTarget, begins: boolean): AdmissionRecorder | undefined {
    const tellsExpressions = this.#parts.includes('expressions');
    if (!tellsExpressions && !this.#parts.includes('admission')) return undefined;
    const { operation, group, resource, subresource, namespace, name, isConfidential } = target;
    const key = [operation, group, resource, subresource, namespace, name].join('/');
    const known = this.#objects.get(key);
    if (known !== undefined && !begins) return known.recorder;
    if (known === undefined && this.#objects.size === maxObjects) {
      this.#isCut = true;
      return undefined;
    }
    const expressions = tellsExpressions ? new EvaluatedExpressions(this.#tried, !isConfidential) : undefined;
    const recorder = new DecisionRecorder(!isConfidential, expressions);
    this.#objects.set(key, {
      operation,
      resource,
      ...filled({ group, subresource, namespace, name }),
      recorder,
      expressions,
    });
    return recorder;
  }

  decisions(): Decisions {
    const tellsSteps = this.#parts.includes('admission');
    const admission = [...this.#objects.values()].map(({ recorder, expressions, ...object }) => ({
      ...object,
      steps: tellsSteps ? recorder.steps : [],
      passed: tellsSteps ? recorder.passed : [],
      ...(expressions === undefined ? {} : { expressions: expressions.all }),
    }));
    return {
      ...(this.#questions.length === 0 ? {} : { authorization: this.#questions }),
      ...(admission.length === 0 ? {} : { admission }),
      ...(this.#withheld.length === 0 ? {} : { withheld: [...this.#withheld] }),
      ...(this.#isCut ? { isCut: true } : {}),
    };
  }
}

/** Asks an authorizer, and keeps the grounds where the caller asked for them. */
export function authorizeExplained(
  explanation: Explanation | undefined,
  authorizer: Authorizer,
  attributes: Attributes,
  about: AuthorizationDecision['about'],
): Ruling | Promise<Ruling> {
  return explanation === undefined
    ? authorizer.authorize(attributes)
    : explanation.authorize(authorizer, attributes, about);
}

function decisionOf(
  about: AuthorizationDecision['about'],
  { user, verb, isResourceRequest, ...attributes }: Attributes,
  { ruling, steps }: ExplainedRuling,
): AuthorizationDecision {
  const { group, resource, subresource, namespace, name } = attributes;
  return {
    about,
    user: user.name,
    verb,
    ...filled(
      isResourceRequest ? { group, resource, subresource, namespace, name } : { path: attributes.path },
    ),
    isAllowed: ruling.verdict === 'allow',
    steps: steps.map(stepOf),
  };
}

function stepOf({
  authorizer,
  ruling: { verdict, reason, error = '' },
  grounds,
}: AuthorizerStep): AuthorizationStep {
  return { authorizer, verdict, ...filled({ reason, error }), ...(grounds && shortWords(grounds)) };
}

const filled = (texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
