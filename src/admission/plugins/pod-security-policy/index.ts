import { equalValues } from '../../../api/json/json-values.ts';
import type { Lister } from '../../../api/meta/lister.ts';
import { isReleasedOnly } from '../../../api/meta/released-only.ts';
import type { CoreV1Pod } from '../../../api/schema/types.gen.ts';
import { type FieldError, fieldErrorText, limitErrors } from '../../../api/validation/field-errors.ts';
import type { PluginDependencies, PluginDescriptor } from '../../descriptor.ts';
import { type AdmissionAttributes, overwrite } from '../../plugin.ts';
import { entryOf, podOf } from '../shared/objects.ts';
import { forbidden } from '../shared/refusals.ts';
import { handling } from '../shared/targets.ts';
import { applyPolicy } from './apply.ts';
import type { Policy } from './rules/rule.ts';
import { usable } from './usable.ts';

/** Admits a pod only under a PodSecurityPolicy that it meets and that its user or service account may use. */
export const podSecurityPolicy: PluginDescriptor = {
  name: 'PodSecurityPolicy',
  until: '1.25',
  onByDefault: false,
  flags: [],
  create: async (dependencies) => {
    const chooser = new Chooser(dependencies);
    return {
      handles: handling('', 'pods', ['CREATE', 'UPDATE']),
      admit: (attributes) => (attributes.operation === 'CREATE' ? chooser.admit(attributes) : undefined),
      validate: (attributes) => chooser.validate(attributes),
    };
  },
};

/** The policy that lets a pod be, and the pod as it fills it in; or what all usable ones find wrong. */
type Choice = { policy: string; pod: CoreV1Pod } | { errors: readonly FieldError[] };

class Chooser {
  readonly #dependencies: PluginDependencies;
  readonly #policies: Lister<Policy>;
  readonly #annotation: string;
  readonly #audit: string;

  constructor(dependencies: PluginDependencies) {
    const { objects, dialect } = dependencies;
    this.#dependencies = dependencies;
    this.#policies = objects.lister<Policy>({ group: 'policy', resource: 'podsecuritypolicies' });
    this.#annotation = `${dialect.label}/psp`;
    this.#audit = `podsecuritypolicy.policy.${dialect.api}`;
  }

  async admit(attributes: AdmissionAttributes): Promise<void> {
    const choice = await this.#choose(attributes, true, undefined);
    if ('errors' in choice)
      throw forbidden(attributes, `PodSecurityPolicy: unable to admit pod: ${textOf(choice.errors)}`);
    const { pod, policy } = choice;
    pod.metadata.annotations = { ...pod.metadata.annotations, [this.#annotation]: policy };
    overwrite(attributes.object!, pod as unknown as Record<string, unknown>);
    attributes.annotate(`${this.#audit}/admit-policy`, policy);
  }

  async validate(attributes: AdmissionAttributes): Promise<void> {
    if (attributes.operation === 'UPDATE' && isReleasedOnly(attributes.object!, attributes.old!)) return;
    const hint = entryOf(podOf(attributes).metadata.annotations, this.#annotation);
    const choice = await this.#choose(attributes, false, hint);
    if ('errors' in choice)
      throw forbidden(attributes, `PodSecurityPolicy: unable to validate pod: ${textOf(choice.errors)}`);
    attributes.annotate(`${this.#audit}/validate-policy`, choice.policy);
  }

  /** Chooses of policies that have nothing to change the first; of others, where they may, the first. */
  async #choose(
    attributes: AdmissionAttributes,
    mayChange: boolean,
    hint: string | undefined,
  ): Promise<Choice> {
    const { authorizer, dialect } = this.#dependencies;
    const dependencies = podOf(attributes);
    const mayUse = usable(attributes, authorizer, dialect);
    const policies = this.#inOrder(hint);
    if (policies.length === 0)
      throw forbidden(attributes, 'PodSecurityPolicy: no providers available to validate pod request');
    let changing: { policy: string; pod: CoreV1Pod } | undefined;
    const refusing: { name: string; errors: readonly FieldError[] }[] = [];
    for (const policy of policies) {
      const name = policy.metadata.name!;
      const { pod, errors } = applyPolicy(policy, dependencies, dialect);
      if (errors.length > 0) {
        refusing.push({ name, errors });
        continue;
      }
      const isChanged = !equalValues(pod, dependencies);
      if (isChanged && (!mayChange || changing !== undefined)) continue;
      if (!(await mayUse(name))) continue;
      if (!isChanged) return { policy: name, pod };
      changing = { policy: name, pod };
    }
    if (changing !== undefined) return changing;
    const grounds: (readonly FieldError[])[] = [];
    // Errors do not name policies that the user may not use.
    for (const { name, errors } of refusing) if (await mayUse(name)) grounds.push(errors);
    return { errors: grounds.flat() };
  }

  #inOrder(first: string | undefined): Policy[] {
    this.#policies.checkKnown();
    const policies = this.#policies.list();
    const hinted = policies.filter(({ metadata }) => metadata.name === first);
    return [...hinted, ...policies.filter(({ metadata }) => metadata.name !== first)];
  }
}

const textOf = (errors: readonly FieldError[]): string =>
  `[${limitErrors(errors).map(fieldErrorText).join(' ')}]`;
