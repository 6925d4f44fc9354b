import type { Lister } from '../../api/meta/lister.ts';
import type { Versions } from '../descriptor.ts';
import type { ResourceVersion } from '../matching/resource-version.ts';
import { type RuledTarget, ruleMatches } from '../matching/rules.ts';
import { TargetCache } from '../matching/target-cache.ts';
import type { WriteTarget } from '../plugin.ts';
import { type Webhook, type WebhookConfiguration, webhooksOf } from './webhook.ts';

/** A webhook whose rules a request fits. */
export interface Candidate {
  readonly webhook: Webhook;
  /** Its place among all webhooks, those that do not fit as well. */
  readonly place: number;
  /** The resource that the rule names: that of the request, or an equivalent one in another group or version. */
  readonly as: ResourceVersion;
}

/**
 * Which webhooks have to be asked about which requests. Worked out once for each sort of request and kept until a
 * configuration changes, so that webhooks that do not fit cost nothing, however many there are.
 */
export class WebhookIndex {
  readonly #configurations: Lister<WebhookConfiguration>;
  readonly #versions: Versions;
  readonly #byConfiguration = new Map<string, readonly Webhook[]>();
  readonly #observation: Disposable;
  readonly #targets: TargetCache<Candidate>;
  #webhooks: readonly Webhook[] | undefined = [];

  /** `changed`: called with all webhooks when they have changed. */
  constructor(
    configurations: Lister<WebhookConfiguration>,
    versions: Versions,
    changed: (webhooks: readonly Webhook[]) => void,
  ) {
    this.#configurations = configurations;
    this.#versions = versions;
    this.#targets = new TargetCache(versions, (target) => this.#find(target));
    this.#observation = configurations.observe(({ name, after }) => {
      const configuration = after();
      if (configuration === undefined) this.#byConfiguration.delete(name);
      else this.#byConfiguration.set(name, webhooksOf(configuration));
      this.#webhooks = undefined;
      this.#targets.clear();
      changed(this.webhooks);
    });
  }

  [Symbol.dispose](): void {
    this.#observation[Symbol.dispose]();
  }

  /** In order of the configurations' names, then of their lists. */
  get webhooks(): readonly Webhook[] {
    this.#webhooks ??= [...this.#byConfiguration.keys()]
      .sort()
      .flatMap((name) => this.#byConfiguration.get(name)!);
    return this.#webhooks;
  }

  /** Throws when a configuration cannot be read and never could be: what it forbids is not known. */
  candidates(target: WriteTarget): readonly Candidate[] {
    this.#configurations.checkKnown();
    if (this.#byConfiguration.size === 0) return none;
    return this.#targets.of(target);
  }

  #find(target: RuledTarget): Candidate[] {
    return this.webhooks.flatMap((webhook, place) => {
      const as = this.#matchedAs(webhook, target);
      return as === undefined ? [] : [{ webhook, place, as }];
    });
  }

  /** Rules that name what the request names go first, then the first rule that names the same objects otherwise. */
  #matchedAs({ rules, matchesEquivalents }: Webhook, target: RuledTarget): ResourceVersion | undefined {
    if (rules.some((rule) => ruleMatches(rule, target))) return target;
    if (!matchesEquivalents) return undefined;
    const equivalents = this.#versions.of(target.group, target.resource);
    for (const rule of rules) {
      const found = equivalents.find(({ group, version, resource }) =>
        ruleMatches(rule, { ...target, group, version, resource }),
      );
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

const none: readonly Candidate[] = [];
