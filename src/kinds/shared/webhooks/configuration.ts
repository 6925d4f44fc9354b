import { duplicate, type FieldError, FieldPath } from '../../../api/validation/field-errors.ts';
import { repetitions } from '../../../api/validation/repetitions.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { isBeta } from '../version-name.ts';
import { hasSpokenVersion, validateReviewVersions } from './review-versions.ts';
import { validateWebhook, type Webhook } from './webhook.ts';

interface Configuration {
  webhooks?: Webhook[];
}

const webhooksPath = FieldPath.of('webhooks');
const harmless = ['None', 'NoneOnDryRun'];

const namesOf = ({ webhooks = [] }: Configuration): string[] =>
  webhooks.map(({ name }) => name).filter((name) => name !== '');

/**
 * `apiVersion` is the request's: v1, the stricter one, when it is not given. What the stored configuration breaks
 * already, an update may go on breaking.
 */
export function validateConfiguration(
  configuration: Configuration,
  old?: Configuration,
  apiVersion?: string,
): FieldError[] {
  const strict = !isBeta(apiVersion);
  const before = old?.webhooks ?? [];
  const noSideEffects = strict && before.every(({ sideEffects }) => harmless.includes(sideEffects ?? ''));
  const uniqueNames = strict && (old === undefined || new Set(namesOf(old)).size === namesOf(old).length);
  const mustBeSpoken = before.every((hook) => hasSpokenVersion(hook.admissionReviewVersions));
  const isKnown = repetitions((configuration.webhooks ?? []).map(({ name }) => name));
  return validateEach(configuration.webhooks ?? [], (hook, index) => {
    const path = webhooksPath.index(index);
    const isRepeated = hook.name !== '' && isKnown(index);
    return [
      ...validateWebhook(hook, path, { noSideEffects }),
      ...validateReviewVersions(hook.admissionReviewVersions, path.child('admissionReviewVersions'), {
        mustBeSpoken,
      }),
      ...(isRepeated && uniqueNames ? [duplicate(path.child('name'), hook.name)] : []),
    ];
  });
}
