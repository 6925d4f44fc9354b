import { isDeepStrictEqual } from 'node:util';
import { internalError } from '../../../api/meta/status.ts';
import type { CoreV1Namespace, CoreV1Pod, MetaV1ObjectMeta } from '../../../api/schema/types.gen.ts';
import { fieldErrorsText } from '../../../api/validation/field-errors.ts';
import { invalidObject } from '../../../api/validation/invalid-object.ts';
import { goQuote } from '../../../util/quote.ts';
import { maxMessageLength, truncate } from '../../../util/truncate.ts';
import type { PluginDependencies, PluginDescriptor } from '../../descriptor.ts';
import type { AdmissionAttributes, AdmissionPlugin, AdmissionTarget, WriteTarget } from '../../plugin.ts';
import { NamespaceFinder } from '../shared/namespaces.ts';
import { objectOf, oldOf, podOf } from '../shared/objects.ts';
import { forbidden } from '../shared/refusals.ts';
import type { PodShape, Violation } from './checks/check.ts';
import { podSecurityChecks } from './checks/index.ts';
import { readSettings } from './configuration.ts';
import { type Evaluate, evaluation, inFull } from './evaluate.ts';
import {
  isPrivileged,
  isSameLevel,
  isStricter,
  type LevelVersion,
  levelText,
  type Mode,
  modes,
  type Policy,
  PolicyReader,
  policyText,
} from './policy.ts';
import { warningsOfPresent } from './present-pods.ts';
import { isSignificantUpdate } from './significant-update.ts';
import { makesPods, templateOf } from './templates.ts';

/** Checks pods against the Pod Security Standard in the labels of their namespace. */
export const podSecurity: PluginDescriptor = {
  name: 'PodSecurity',
  since: '1.22',
  onByDefault: { since: '1.23' },
  flags: [],
  create: async (dependencies) => {
    const judge = new Judge(dependencies);
    return {
      handles,
      skipsNoopUpdates: (target) => judge.skipsNoopUpdates(target),
      validate: (attributes) => judge.validate(attributes),
    };
  },
};

/** None of these changes what a pod does. */
const harmless = ['exec', 'attach', 'binding', 'eviction', 'log', 'portforward', 'proxy', 'status'];

const isOfPod = ({ group, resource }: AdmissionTarget): boolean => group === '' && resource === 'pods';
const resourceOf = (target: AdmissionTarget): string => (isOfPod(target) ? 'pod' : 'controller');

/** A version that nobody has yet is one word. */
const versionText = (version: number, newest: number): string => {
  if (version === Number.POSITIVE_INFINITY) return 'latest';
  return version > newest ? 'future' : `v1.${version}`;
};

const isOfNamespace = ({ group, resource }: AdmissionTarget): boolean =>
  group === '' && resource === 'namespaces';

const handles: AdmissionPlugin['handles'] = (target) => {
  if (target.operation !== 'CREATE' && target.operation !== 'UPDATE') return false;
  if (isOfPod(target)) return !harmless.includes(target.subresource);
  return target.subresource === '' && (isOfNamespace(target) || makesPods(target));
};

type ReadPolicy = ReturnType<PolicyReader['read']>;

class Judge {
  readonly #dependencies: PluginDependencies;
  readonly #settings;
  readonly #policies: PolicyReader;
  readonly #namespaces: NamespaceFinder;
  readonly #prefix: string;
  readonly #evaluate: Evaluate;
  /** The minor number of the newest release that has rules of its own. */
  readonly #newest: number;
  readonly #readsSeccompAnnotations: boolean;
  readonly #warnsOfExemption: boolean;
  readonly #quotesNamespaces: boolean;
  /** Whether warnings name also the modes that forbid nothing. */
  readonly #namesAllModes: boolean;

  constructor(dependencies: PluginDependencies) {
    const { configuration, dialect, gates, objects } = dependencies;
    this.#dependencies = dependencies;
    this.#settings = readSettings(configuration, dialect, gates);
    this.#policies = new PolicyReader(this.#settings.defaults, dialect, gates.isIn('1.26'));
    const checks = podSecurityChecks(gates);
    this.#newest = checks.newest;
    this.#evaluate = evaluation(checks, dialect);
    this.#readsSeccompAnnotations = !gates.isIn('1.27');
    this.#warnsOfExemption = gates.isIn('1.25');
    this.#quotesNamespaces = gates.isIn('1.25');
    this.#namesAllModes = !gates.isIn('1.26');
    this.#namespaces = new NamespaceFinder(objects);
    this.#prefix = `pod-security.${dialect.label}/`;
  }

  validate(attributes: AdmissionAttributes): void | Promise<void> {
    if (isOfNamespace(attributes)) return this.#validateNamespace(attributes);
    if (this.#isExemptTarget(attributes)) return;
    const namespace = this.#namespaces.cached(attributes.namespace);
    return namespace === undefined
      ? this.#validateWithNewest(attributes)
      : this.#validatePod(attributes, namespace);
  }

  /**
   * Whether validation passes it over: of a pod that stays as it is nothing is evaluated, of a template only what is
   * not privileged.
   */
  skipsNoopUpdates(target: WriteTarget): boolean {
    if (isOfNamespace(target) || this.#isExemptTarget(target)) return true;
    const namespace = this.#namespaces.cached(target.namespace);
    if (namespace === undefined) return false;
    return this.#allowsAll(target, this.#policies.read(namespace.metadata.labels)) || isOfPod(target);
  }

  #isExemptTarget(target: WriteTarget): boolean {
    const { namespaces, usernames } = this.#settings.exemptions;
    if (namespaces.has(target.namespace)) this.#annotate(target, 'exempt', 'namespace');
    else if (usernames.has(target.user.name)) this.#annotate(target, 'exempt', 'user');
    else return false;
    this.#exempted(target);
    return true;
  }

  #exempted(target: WriteTarget): void {
    const { podSecurity } = this.#dependencies;
    podSecurity?.exempted(target.operation.toLowerCase(), resourceOf(target), target.subresource);
  }

  /** Counts a decision: those of enforcement, and what the other modes would not allow. */
  #decided(target: WriteTarget, mode: Mode, level: LevelVersion, isAllowed: boolean): void {
    this.#dependencies.podSecurity?.evaluated({
      decision: isAllowed ? 'allow' : 'deny',
      mode,
      policy_level: level.level,
      policy_version: versionText(level.version, this.#newest),
      request_operation: target.operation.toLowerCase(),
      resource: resourceOf(target),
      subresource: target.subresource,
    });
  }

  /** Whether the policy of the namespace forbids nothing, in any mode that applies. */
  #allowsAll(target: WriteTarget, { policy, errors }: ReadPolicy): boolean {
    const isPod = isOfPod(target);
    if (errors.length > 0 || !isPrivileged(policy, isPod ? undefined : ['audit', 'warn'])) return false;
    if (isPod) {
      this.#annotate(target, 'enforce-policy', levelText(policy.enforce));
      this.#decided(target, 'enforce', policy.enforce, true);
    }
    return true;
  }

  async #validateWithNewest(attributes: AdmissionAttributes): Promise<void> {
    const namespace = await this.#namespaces.newest(attributes.namespace).catch((error: Error) => {
      const { namespace: name } = attributes;
      const why = `failed to lookup namespace ${this.#quotesNamespaces ? goQuote(name) : name}`;
      throw Object.assign(internalError(why), { cause: error });
    });
    this.#validatePod(attributes, namespace);
  }

  #validatePod(attributes: AdmissionAttributes, { metadata }: CoreV1Namespace): void {
    const read = this.#policies.read(metadata.labels);
    if (this.#allowsAll(attributes, read)) return;
    const { policy, errors } = read;
    const isPod = isOfPod(attributes);
    const pod = isPod ? podOf(attributes) : templateOf(attributes, attributes.object!);
    if (pod === undefined) return;
    const isUpdate = isPod && attributes.operation === 'UPDATE';
    if (isUpdate && !this.#isSignificant(attributes)) return;
    if (this.#isExempt(pod)) {
      this.#exempted(attributes);
      return this.#annotate(attributes, 'exempt', 'runtimeClass');
    }
    if (errors.length > 0)
      this.#annotate(attributes, 'error', `Failed to parse policy: ${fieldErrorsText(errors)}`);
    const judge = this.#judgeOnce(pod);
    const [enforced, audited] = [isPod ? judge(policy.enforce) : [], judge(policy.audit)];
    if (isPod) {
      this.#annotate(attributes, 'enforce-policy', levelText(policy.enforce));
      this.#decided(attributes, 'enforce', policy.enforce, enforced.length === 0);
    }
    const would = (level: LevelVersion, violations: readonly Violation[]): string =>
      `would violate PodSecurity ${goQuote(levelText(level))}: ${inFull(violations)}`;
    if (audited.length > 0) {
      this.#decided(attributes, 'audit', policy.audit, false);
      this.#annotate(attributes, 'audit-violations', would(policy.audit, audited));
    }
    if (enforced.length > 0) {
      const level = goQuote(levelText(policy.enforce));
      throw forbidden(attributes, `violates PodSecurity ${level}: ${inFull(enforced)}`);
    }
    const warned = judge(policy.warn);
    if (warned.length === 0) return;
    this.#decided(attributes, 'warn', policy.warn, false);
    attributes.warn(would(policy.warn, warned));
  }

  /** Levels of which one is the other are looked at once. */
  #judgeOnce(pod: PodShape): (level: LevelVersion) => readonly Violation[] {
    const judged = new Map<string, readonly Violation[]>();
    return (level) => {
      const key = levelText(level);
      const known = judged.get(key) ?? this.#evaluate(pod, level);
      judged.set(key, known);
      return known;
    };
  }

  #validateNamespace(attributes: AdmissionAttributes): void | Promise<void> {
    const { metadata } = objectOf<CoreV1Namespace>(attributes);
    const { policy, errors } = this.#policies.read(metadata.labels);
    const refuse = () => invalidObject({ group: '', kind: 'Namespace' }, metadata.name ?? '', errors);
    if (attributes.operation === 'CREATE') {
      if (errors.length > 0) throw refuse();
      return this.#warnOfExemption(attributes, metadata, policy);
    }
    const before = this.#policies.read(oldOf<CoreV1Namespace>(attributes).metadata.labels);
    // Who had wrong labels before may change other things.
    if (errors.length > 0 && !isDeepStrictEqual(errors, before.errors)) throw refuse();
    const [now, old] = [policy.enforce, before.policy.enforce];
    if (isSameLevel(now, old) || now.level === 'privileged') return;
    if (now.version === old.version && !isStricter(now.level, old.level)) return;
    if (this.#settings.exemptions.namespaces.has(attributes.namespace)) {
      this.#warnOfExemption(attributes, metadata, policy);
      return this.#annotate(attributes, 'exempt', 'namespace');
    }
    return this.#warnOfPresent(attributes, now);
  }

  /** Labels of a namespace that is exempt have no effect. */
  #warnOfExemption(
    attributes: AdmissionAttributes,
    { name = '', labels = {} }: MetaV1ObjectMeta,
    policy: Policy,
  ): void {
    const { defaults, exemptions } = this.#settings;
    if (!this.#warnsOfExemption || !exemptions.namespaces.has(name)) return;
    if (isPrivileged(policy) || modes.every((mode) => isSameLevel(policy[mode], defaults[mode]))) return;
    const shown = policyText(
      policy,
      (mode) =>
        this.#namesAllModes ||
        (Object.hasOwn(labels, this.#prefix + mode) && policy[mode].level !== 'privileged'),
    );
    attributes.warn(
      `namespace ${goQuote(name)} is exempt from Pod Security, and the policy (${shown}) will be ignored`,
    );
  }

  #isSignificant(attributes: AdmissionAttributes): boolean {
    const old = oldOf<CoreV1Pod>(attributes);
    const { dialect } = this.#dependencies;
    return isSignificantUpdate(podOf(attributes), old, dialect, this.#readsSeccompAnnotations);
  }

  async #warnOfPresent(attributes: AdmissionAttributes, enforced: LevelVersion): Promise<void> {
    const { objects, clock } = this.#dependencies;
    const pods = objects.lister<CoreV1Pod>({ group: '', resource: 'pods' });
    const evaluate = this.#evaluate;
    const parts = { pods, evaluate, clock, isExempt: (pod: PodShape) => this.#isExempt(pod) };
    const { namespace, deadline } = attributes;
    for (const text of await warningsOfPresent(parts, namespace, enforced, deadline)) attributes.warn(text);
  }

  #isExempt({ spec }: PodShape): boolean {
    const { runtimeClasses } = this.#settings.exemptions;
    return Boolean(spec.runtimeClassName) && runtimeClasses.has(spec.runtimeClassName!);
  }

  #annotate(target: WriteTarget, name: string, value: string): void {
    target.annotate(this.#prefix + name, truncate(value, maxMessageLength));
  }
}
