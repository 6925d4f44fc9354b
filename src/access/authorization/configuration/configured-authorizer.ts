import type { User } from '../../../api/meta/user.ts';
import { systemPause } from '../../../client/retry.ts';
import { webhookFromKubeconfig } from '../../../client/webhook-from-kubeconfig.ts';
import { durationMs } from '../../../util/duration.ts';
import { fileErrorText } from '../../../util/file-error-text.ts';
import type { FlagValues } from '../../../util/flags.ts';
import { systemRandom } from '../../../util/random.ts';
import { followConfiguration } from '../../followed-configuration.ts';
import type {
  Attributes,
  Authorizer,
  ExplainedRuling,
  RuleResolver,
  Ruling,
  SubjectRules,
} from '../authorizer.ts';
import { MatchConditions, type MatchExpressions } from '../match-conditions.ts';
import type { CreatedAuthorizer, ModeDependencies } from '../mode.ts';
import { abac, policyFileFlag } from '../modes/abac.ts';
import { alwaysAllow } from '../modes/always.ts';
import { authorizationModes } from '../modes/index.ts';
import { WebhookAuthorizer } from '../modes/webhook/authorizer.ts';
import { PrivilegedGroupAuthorizer } from '../privileged-group.ts';
import { type NamedMode, UnionAuthorizer } from '../union.ts';
import type { AuthorizationConfiguration, WebhookConfiguration } from './authorization-configuration.ts';
import type { ConfigurationFile } from './configuration-file.ts';

/** Requests that began before a change may still ask the webhooks from before it. Milliseconds. */
const closeAfter = 60_000;

/** The authorizers of a file that may change. */
class ConfiguredAuthorizer implements Authorizer, RuleResolver {
  #current: UnionAuthorizer;

  constructor(first: UnionAuthorizer) {
    this.#current = first;
  }

  replace(next: UnionAuthorizer): void {
    this.#current = next;
  }

  authorize(attributes: Attributes): Ruling | Promise<Ruling> {
    return this.#current.authorize(attributes);
  }

  explain(attributes: Attributes): Promise<ExplainedRuling> {
    return this.#current.explain(attributes);
  }

  rulesFor(user: User, namespace: string): Promise<SubjectRules> {
    return this.#current.rulesFor(user, namespace);
  }
}

/** The authorizers that the file names, which is followed while the server runs. Rejects with a start-up error. */
export async function createConfigured(
  file: ConfigurationFile,
  flags: FlagValues,
  dependencies: ModeDependencies,
): Promise<CreatedAuthorizer> {
  const { resources, configObserver, gates } = dependencies;
  const builder = new AuthorizerBuilder(flags, file.expressions, dependencies);
  const first = await file.read();
  let digest = first.digest;
  let opened = new DisposableStack();
  resources.defer(() => opened.dispose());
  const configured = new ConfiguredAuthorizer(await builder.build(first.configuration, opened));
  configObserver?.loaded(digest);
  const change = async (): Promise<string | undefined> => {
    const read = await file.readAgain(digest);
    if (read === undefined) return undefined;
    const made = new DisposableStack();
    try {
      configured.replace(await builder.build(read.configuration, made));
    } catch (error) {
      made.dispose();
      throw error;
    }
    const before = opened;
    [digest, opened] = [read.digest, made];
    setTimeout(() => before.dispose(), closeAfter).unref();
    return digest;
  };
  if (gates.isIn('1.30')) followConfiguration(file.path, 'authorization', change, dependencies);
  const allowsAll = first.configuration.authorizers.some(({ type }) => type === alwaysAllow.name);
  return { authorizer: configured, allowsAll };
}

/** Throws for a mode whose own flag is missing. */
export function checkModes({ authorizers }: AuthorizationConfiguration, flags: FlagValues): void {
  if (authorizers.some(({ type }) => type === abac.name) && !flags.isGiven(policyFileFlag.name))
    throw new Error('invalid authorization config: open : no such file or directory');
}

/** Makes authorizers as configurations name them; all but the webhooks are made once, and stay. */
class AuthorizerBuilder {
  readonly #flags: FlagValues;
  readonly #dependencies: ModeDependencies;
  readonly #expressions: MatchExpressions;
  readonly #made = new Map<string, Authorizer & RuleResolver>();

  constructor(flags: FlagValues, expressions: MatchExpressions, dependencies: ModeDependencies) {
    this.#flags = flags;
    this.#dependencies = dependencies;
    this.#expressions = expressions;
  }

  /** `opened`: lets go of the connections to the webhooks. */
  async build(
    { authorizers }: AuthorizationConfiguration,
    opened: DisposableStack,
  ): Promise<UnionAuthorizer> {
    const modes: NamedMode[] = [{ name: 'privileged group', mode: new PrivilegedGroupAuthorizer() }];
    checkModes({ authorizers }, this.#flags);
    try {
      for (const { type, name, webhook } of authorizers) {
        const mode = webhook === undefined ? await this.#mode(type) : this.#webhook(name, webhook, opened);
        modes.push({ name, mode });
      }
    } catch (error) {
      throw new Error(`invalid authorization config: ${fileErrorText(error as Error)}`, { cause: error });
    }
    return new UnionAuthorizer(modes);
  }

  async #mode(type: string): Promise<Authorizer & RuleResolver> {
    const known = this.#made.get(type);
    if (known !== undefined) return known;
    const mode = authorizationModes.find(({ name }) => name === type)!;
    const made = await mode.create(this.#flags, this.#dependencies);
    this.#made.set(type, made);
    return made;
  }

  #webhook(name: string, webhook: WebhookConfiguration, resources: DisposableStack): WebhookAuthorizer {
    const { clock, dialect, gates, report } = this.#dependencies;
    const { kubeConfigFile, connectionType, timeout } = webhook;
    if (kubeConfigFile === undefined)
      throw new Error(`${name}: connectionInfo.type ${connectionType} is not served`);
    const ttlOf = (isCached: boolean, ttl: string): number => (isCached ? durationMs(ttl) : 0);
    return new WebhookAuthorizer({
      caller: webhookFromKubeconfig({
        path: kubeConfigFile,
        userAgent: `${dialect.prefix}-apiserver`,
        clock,
        resources,
        retry: { random: systemRandom, pause: systemPause },
        timeout,
      }),
      group: `authorization.${dialect.api}`,
      version: webhook.subjectAccessReviewVersion,
      authorizedTtl: ttlOf(webhook.cachesAuthorized, webhook.authorizedTTL),
      unauthorizedTtl: ttlOf(webhook.cachesUnauthorized, webhook.unauthorizedTTL),
      conditions: new MatchConditions(webhook.matchConditions, this.#expressions),
      writesNoTime: !gates.isIn('1.34'),
      deniesOnError: webhook.failurePolicy === 'Deny',
      clock,
      report: (message) => report(`${name}: ${message}`),
    });
  }
}
