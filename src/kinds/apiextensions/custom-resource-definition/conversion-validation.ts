import {
  type FieldError,
  type FieldPath,
  forbidden,
  required,
} from '../../../api/validation/field-errors.ts';
import { requireOneOf } from '../../shared/field-checks.ts';
import { validateClientConfig } from '../../shared/webhooks/client-config.ts';
import { validateReviewVersions } from '../../shared/webhooks/review-versions.ts';
import type { BetaSpec } from './types.ts';

type Conversion = NonNullable<BetaSpec['conversion']>;

export function validateConversion(
  conversion: Conversion | undefined,
  path: FieldPath,
  options: { requireSupportedVersion: boolean },
): FieldError[] {
  if (conversion === undefined) return [];
  const { strategy, webhookClientConfig: config, conversionReviewVersions: versions } = conversion;
  const configPath = path.child('webhookClientConfig');
  const versionsPath = path.child('conversionReviewVersions');
  const errors = requireOneOf(strategy, path.child('strategy'), ['None', 'Webhook']);
  const onlyForWebhooks = 'should not be set when strategy is not set to Webhook';
  if (strategy !== 'Webhook') {
    return [
      ...errors,
      ...(config === undefined ? [] : [forbidden(configPath, onlyForWebhooks)]),
      ...(versions?.length ? [forbidden(versionsPath, onlyForWebhooks)] : []),
    ];
  }
  return [
    ...errors,
    ...(config === undefined
      ? [required(configPath, 'required when strategy is set to Webhook')]
      : validateClientConfig(config, configPath)),
    ...(versions?.length
      ? validateReviewVersions(versions, versionsPath, options)
      : [required(versionsPath)]),
  ];
}
