import type { Authorizer } from '../../access/authorization/authorizer.ts';
import { forbiddenError } from '../../api/meta/status.ts';
import { type CompiledCondition, compileConditions } from '../../api/policies/compiled-policy.ts';
import { Environments } from '../../api/policies/environments.ts';
import { Evaluation } from '../../api/policies/evaluation.ts';
import { PolicyExpressions, webhookSort } from '../../api/policies/policy-expressions.ts';
import type { PluginDependencies } from '../descriptor.ts';
import type { ResourceVersion } from '../matching/resource-version.ts';
import type { VersionedObjects } from '../matching/versioned-objects.ts';
import type { AdmissionAttributes } from '../plugin.ts';
import { AuthorizerVariables } from '../policies/authorizer.ts';
import { askConditions } from '../policies/conditions.ts';
import { MadeLater } from '../policies/made-later.ts';
import { RequestVariables } from '../policies/request-variables.ts';
import type { PolicyObserver } from '../policy-observer.ts';
import type { WebhookType } from '../webhook-observer.ts';
import type { Webhook } from './webhook.ts';
import type { Candidate } from './webhook-index.ts';

const noVariables = { variables: new Map() };

/** Asks the match conditions of webhooks, which are compiled when they are asked first. */
export class WebhookConditions {
  readonly #type: 'admit' | 'validate';
  readonly #authorizer: Authorizer;
  readonly #observer: PolicyObserver;
  readonly #release: string;
  readonly #isStrict: boolean;
  readonly #compiled = new WeakMap<Webhook, MadeLater<readonly CompiledCondition[]>>();
  #environments: Environments | undefined;

  constructor(type: WebhookType, { authorizer, policies, release, gates }: PluginDependencies) {
    this.#type = type === 'admit' ? 'admit' : 'validate';
    this.#authorizer = authorizer;
    this.#observer = policies;
    this.#release = release;
    this.#isStrict = gates.isOn('StrictCostEnforcementForWebhooks');
  }

  /** Whether a webhook is concerned. Rejects with Forbidden when that cannot be worked out and it fails closed. */
  hold(
    { webhook, as }: Pick<Candidate, 'webhook' | 'as'>,
    attributes: AdmissionAttributes,
    objects: VersionedObjects,
  ): boolean | Promise<boolean> {
    return webhook.matchConditions.length === 0 || this.#ask(webhook, as, attributes, objects);
  }

  async #ask(
    webhook: Webhook,
    as: ResourceVersion,
    attributes: AdmissionAttributes,
    objects: VersionedObjects,
  ): Promise<boolean> {
    const authorizer = new AuthorizerVariables(this.#authorizer, attributes);
    const variables = new RequestVariables(attributes, as, objects, authorizer, undefined);
    const evaluation = new Evaluation(noVariables, variables, undefined);
    const { operation, group, resource, name } = attributes;
    const observed = { name: webhook.name, kind: 'webhook', type: this.#type, operation } as const;
    const conditions = this.#conditionsOf(webhook);
    await conditions.prepare();
    const outcome = await askConditions(conditions.value, evaluation, this.#observer, observed);
    if (typeof outcome === 'string') return outcome === 'hold';
    if (webhook.failsOpen) return false;
    throw forbiddenError({ group, resource }, name, outcome.problem);
  }

  /** Compiled once, however many requests wait for it. */
  #conditionsOf(webhook: Webhook): MadeLater<readonly CompiledCondition[]> {
    let known = this.#compiled.get(webhook);
    if (known === undefined) {
      known = new MadeLater(() => {
        this.#environments ??= new Environments(this.#release, { isStrict: this.#isStrict });
        const expressions = new PolicyExpressions(this.#environments, webhookSort);
        return compileConditions(webhook.matchConditions, expressions);
      });
      this.#compiled.set(webhook, known);
    }
    return known;
  }
}
