import { X509Certificate } from 'node:crypto';
import {
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  required,
} from '../../../api/validation/field-errors.ts';
import { pemBlocks } from '../../../util/pem.ts';
import { requireOneOf } from '../../shared/field-checks.ts';
import { validateClientConfig } from '../../shared/webhooks/client-config.ts';
import { validateReviewVersions } from '../../shared/webhooks/review-versions.ts';
import type { BetaSpec } from './types.ts';

type Conversion = NonNullable<BetaSpec['conversion']>;

/** The rules that the conversion of a definition must meet. */
export interface ConversionOptions {
  readonly requireSupportedVersion: boolean;
  /** Whether the authorities of a webhook have to be certificates, if there are any. */
  readonly requireCertificates: boolean;
  /** Whether the path of an address may have spaces. */
  readonly takesSpaces: boolean;
}

export function validateConversion(
  conversion: Conversion | undefined,
  path: FieldPath,
  options: ConversionOptions,
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
      : [
          ...validateClientConfig(config, configPath, options),
          ...(options.requireCertificates
            ? validateBundle(config.caBundle, configPath.child('caBundle'))
            : []),
        ]),
    ...(versions?.length
      ? validateReviewVersions(versions, versionsPath, options)
      : [required(versionsPath)]),
  ];
}

/** Whether the authorities of a webhook can be used. */
export const hasCertificates = (conversion: Conversion | undefined): boolean =>
  bundleProblem(conversion?.webhookClientConfig?.caBundle ?? '') === undefined;

function validateBundle(bundle: string | undefined, path: FieldPath): FieldError[] {
  const problem = bundle ? bundleProblem(bundle) : undefined;
  return problem === undefined ? [] : [invalid(path, bundle, `unable to load root certificates: ${problem}`)];
}

function bundleProblem(bundle: string): string | undefined {
  const blocks = pemBlocks(Buffer.from(bundle, 'base64').toString('latin1'));
  const certificates = blocks.filter(({ label, hasHeaders }) => label === 'CERTIFICATE' && !hasHeaders);
  if (blocks.length === 0) return 'unable to parse bytes as PEM block';
  if (certificates.length === 0) return 'no valid certificate authority data seen';
  return certificates.some(({ bytes }) => isCertificate(bytes))
    ? undefined
    : 'failed to parse certificate: x509: malformed certificate';
}

function isCertificate(bytes: Buffer): boolean {
  try {
    new X509Certificate(bytes);
    return true;
  } catch {
    return false;
  }
}
