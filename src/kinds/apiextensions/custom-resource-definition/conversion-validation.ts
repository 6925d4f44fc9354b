import { goList } from '../../../api/go-format/go-syntax.ts';
import {
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  required,
} from '../../../api/validation/field-errors.ts';
import { dns1035Label } from '../../../api/validation/names.ts';
import { repetitions } from '../../../api/validation/repetitions.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { requireOneOf } from '../../shared/field-checks.ts';
import { validateWebhookService, validateWebhookUrl } from '../../shared/webhooks/client-config.ts';
import type { CommonSpec } from './types.ts';

type Conversion = NonNullable<CommonSpec['conversion']>;

/** Versions of ConversionReview that this server speaks. */
const spoken = ['v1', 'v1beta1'];

/** What was stored may break this already, and then may go on breaking it. */
export const hasSpokenVersion = (versions: readonly string[] = []): boolean =>
  versions.length === 0 || versions.some((version) => spoken.includes(version));

export function validateConversion(
  conversion: Conversion | undefined,
  path: FieldPath,
  mustBeSpoken: boolean,
): FieldError[] {
  if (conversion === undefined) return [];
  const { strategy, webhookClientConfig: config, conversionReviewVersions: versions } = conversion;
  const configPath = path.child('webhookClientConfig');
  const versionsPath = path.child('conversionReviewVersions');
  const errors = requireOneOf(strategy, path.child('strategy'), ['None', 'Webhook']);
  const notHere = 'should not be set when strategy is not set to Webhook';
  if (strategy !== 'Webhook') {
    return [
      ...errors,
      ...(config === undefined ? [] : [forbidden(configPath, notHere)]),
      ...(versions?.length ? [forbidden(versionsPath, notHere)] : []),
    ];
  }
  return [
    ...errors,
    ...(config === undefined
      ? [required(configPath, 'required when strategy is set to Webhook')]
      : validateConfig(config, configPath)),
    ...validateReviewVersions(versions ?? [], versionsPath, mustBeSpoken),
  ];
}

function validateConfig(
  { url, service }: NonNullable<Conversion['webhookClientConfig']>,
  path: FieldPath,
): FieldError[] {
  if ((url === undefined) === (service === undefined)) {
    return [required(path, 'exactly one of url or service is required')];
  }
  if (url !== undefined) return validateWebhookUrl(url, path.child('url'));
  return validateWebhookService(service!, path.child('service'));
}

function validateReviewVersions(
  versions: readonly string[],
  path: FieldPath,
  mustBeSpoken: boolean,
): FieldError[] {
  if (versions.length === 0) return [required(path)];
  const isRepeated = repetitions(versions);
  const faults = validateEach(versions, (version, index) => {
    if (isRepeated(index)) return [invalid(path.index(index), version, 'duplicate version')];
    return dns1035Label(version).map((message) => invalid(path.index(index), version, message));
  });
  if (!mustBeSpoken || hasSpokenVersion(versions)) return faults;
  const text = `must include at least one of ${spoken.join(', ')}`;
  return [...faults, invalid(path, goList('string', versions), text)];
}
