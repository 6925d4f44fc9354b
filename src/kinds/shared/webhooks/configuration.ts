import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { equalValues } from '../../../api/json/json-values.ts';
import type { Environments } from '../../../api/policies/environments.ts';
import { PolicyExpressions, webhookSort } from '../../../api/policies/policy-expressions.ts';
import { hasLabelValues } from '../../../api/selectors/label-selector.ts';
import { duplicate, type FieldError, FieldPath } from '../../../api/validation/field-errors.ts';
import { repetitions } from '../../../api/validation/repetitions.ts';
import { validateEachInSteps } from '../../../api/validation/validate-each.ts';
import type { Interruptible } from '../../../util/slices.ts';
import { validateMatchConditions } from '../policies/match-conditions.ts';
import { isBeta } from '../version-name.ts';
import { hasSupportedReviewVersion, validateReviewVersions } from './review-versions.ts';
import { validateWebhook, type Webhook } from './webhook.ts';

interface Configuration {
  webhooks?: Webhook[];
}

/** Whatever the rules need beside the object. */
interface Context {
  readonly environments: () => Environments;
  readonly gates: FeatureGates;
}

/** The release from which on the values of selectors are looked at, as those of labels. */
const labelValuesSince = '1.26';
/** The release from which on an address may have spaces in its path. */
const spacesSince = '1.24';

const webhooksPath = FieldPath.of('webhooks');
const harmlessSideEffects = ['None', 'NoneOnDryRun'];

const namesOf = ({ webhooks = [] }: Configuration): string[] =>
  webhooks.map(({ name }) => name).filter((name) => name !== '');

/**
 * `apiVersion` is the request's; undefined counts as v1, the stricter version. An update may keep breaking the rules
 * that the stored configuration breaks.
 */
export function validateConfiguration(
  configuration: Configuration,
  { environments, gates }: Context,
  old?: Configuration,
  apiVersion?: string,
): Interruptible<FieldError[]> {
  const strict = !isBeta(apiVersion);
  const before = old?.webhooks ?? [];
  const noSideEffects =
    strict && before.every(({ sideEffects }) => harmlessSideEffects.includes(sideEffects ?? ''));
  const uniqueNames = strict && (old === undefined || new Set(namesOf(old)).size === namesOf(old).length);
  const requireSupportedVersion = before.every((hook) =>
    hasSupportedReviewVersion(hook.admissionReviewVersions),
  );
  const checksValues = gates.isIn(labelValuesSince) && before.every(hasValidSelectors);
  const takesSpaces = gates.isIn(spacesSince);
  const isRepeated = repetitions((configuration.webhooks ?? []).map(({ name }) => name));
  const keepsConditions = old !== undefined && haveSameConditions(configuration.webhooks ?? [], before);
  return validateEachInSteps(configuration.webhooks ?? [], function* (hook, index) {
    const path = webhooksPath.index(index);
    return [
      ...validateWebhook(hook, path, { noSideEffects, checksValues, takesSpaces }),
      ...(keepsConditions
        ? []
        : yield* validateConditions(hook, before, path.child('matchConditions'), environments)),
      ...validateReviewVersions(hook.admissionReviewVersions, path.child('admissionReviewVersions'), {
        requireSupportedVersion,
      }),
      ...(uniqueNames && hook.name !== '' && isRepeated(index)
        ? [duplicate(path.child('name'), hook.name)]
        : []),
    ];
  });
}

const hasValidSelectors = ({ namespaceSelector, objectSelector }: Webhook): boolean =>
  hasLabelValues(namespaceSelector) && hasLabelValues(objectSelector);

/** Then they are not looked at again. */
const haveSameConditions = (webhooks: readonly Webhook[], before: readonly Webhook[]): boolean =>
  webhooks.length === before.length &&
  webhooks.every(({ matchConditions = [] }, index) =>
    equalValues(matchConditions, before[index]!.matchConditions ?? []),
  );

function* validateConditions(
  { matchConditions = [] }: Webhook,
  before: readonly Webhook[],
  path: FieldPath,
  environments: () => Environments,
): Interruptible<FieldError[]> {
  if (matchConditions.length === 0) return [];
  const kept = new Set(
    before.flatMap((webhook) => (webhook.matchConditions ?? []).map(({ expression }) => expression)),
  );
  const expressions = new PolicyExpressions(environments(), {
    ...webhookSort,
    isKept: (_, text) => kept.has(text),
  });
  return yield* validateMatchConditions(matchConditions, path, expressions);
}
