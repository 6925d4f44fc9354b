import type {
  AdmissionregistrationV1beta1MutatingWebhook,
  AdmissionregistrationV1beta1WebhookClientConfig,
  AdmissionregistrationV1MatchCondition,
  MetaV1ObjectMeta,
} from '../../api/schema/types.gen.ts';
import { type Rule, ruleOf } from '../matching/rules.ts';
import { type Selectors, selectorOf } from '../matching/selector.ts';

/** Versions of AdmissionReview that are spoken here, in no order: each webhook has its own. */
const reviewVersions = ['v1', 'v1beta1'] as const;
export type ReviewVersion = (typeof reviewVersions)[number];

export type ClientConfig = AdmissionregistrationV1beta1WebhookClientConfig;

/** A webhook of a configuration, taken apart once so that requests need not. */
export interface Webhook extends Selectors {
  /** Name of the configuration. */
  readonly configuration: string;
  readonly name: string;
  /** Tells it from all others, also from those of the same name: `<configuration>/<name>/<n-th of that name>`. */
  readonly identity: string;
  readonly rules: readonly Rule[];
  /** A call that fails lets the request pass. */
  readonly failsOpen: boolean;
  /** Rules mean objects, whichever version or group a request uses for them. */
  readonly matchesEquivalents: boolean;
  /** Milliseconds. */
  readonly timeout: number;
  /** Undefined when it does not say. */
  readonly sideEffects: string | undefined;
  /** The first that both sides know; undefined when there is none. */
  readonly reviewVersion: ReviewVersion | undefined;
  /** `reinvocationPolicy: IfNeeded`. */
  readonly isReinvocable: boolean;
  /** All of them have to be true of a request. */
  readonly matchConditions: readonly AdmissionregistrationV1MatchCondition[];
  readonly clientConfig: ClientConfig;
  /** The same for all that are called in the same way. */
  readonly clientKey: string;
}

/** An object of either kind, in whichever version. */
export interface WebhookConfiguration {
  metadata: Pick<MetaV1ObjectMeta, 'name'>;
  webhooks?: Partial<AdmissionregistrationV1beta1MutatingWebhook>[];
}

const defaultTimeoutSeconds = 30;

/** In the order of the list. */
export function webhooksOf({ metadata, webhooks = [] }: WebhookConfiguration): Webhook[] {
  const configuration = metadata.name ?? '';
  const seen = new Map<string, number>();
  return webhooks.map((webhook) => {
    const { name = '', clientConfig = {} } = webhook;
    const nth = seen.get(name) ?? 0;
    seen.set(name, nth + 1);
    return {
      configuration,
      name,
      identity: `${configuration}/${name}/${nth}`,
      rules: (webhook.rules ?? []).map(ruleOf),
      failsOpen: webhook.failurePolicy === 'Ignore',
      matchesEquivalents: webhook.matchPolicy === 'Equivalent',
      timeout: 1_000 * (webhook.timeoutSeconds ?? defaultTimeoutSeconds),
      sideEffects: webhook.sideEffects || undefined,
      reviewVersion: reviewVersionOf(webhook.admissionReviewVersions ?? []),
      isReinvocable: webhook.reinvocationPolicy === 'IfNeeded',
      namespaceSelector: selectorOf(webhook.namespaceSelector),
      objectSelector: selectorOf(webhook.objectSelector),
      matchConditions: webhook.matchConditions ?? [],
      clientConfig,
      clientKey: JSON.stringify(clientConfig),
    };
  });
}

function reviewVersionOf(wanted: readonly string[]): ReviewVersion | undefined {
  const isKnown = (version: string): version is ReviewVersion =>
    reviewVersions.some((known) => known === version);
  return wanted.find(isKnown);
}
