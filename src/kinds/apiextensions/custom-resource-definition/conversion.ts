import { copyJson } from '../../../api/codec/copy-json.ts';
import { checkObjectSize } from '../../../api/codec/object-size.ts';
import { equalValues } from '../../../api/json/json-values.ts';
import type {
  ApiextensionsV1beta1CustomResourceColumnDefinition,
  ApiextensionsV1CustomResourceColumnDefinition,
} from '../../../api/schema/types.gen.ts';
import type { BetaDefinition, BetaVersion, Definition } from './types.ts';

type Version = NonNullable<Definition['spec']['versions']>[number];

/** Fields that v1beta1 has per version or at the top level: [field per version, top-level field]. */
const topLevelFields = [
  ['schema', 'validation'],
  ['subresources', 'subresources'],
  ['additionalPrinterColumns', 'additionalPrinterColumns'],
  ['selectableFields', 'selectableFields'],
] as const;

/**
 * v1beta1 to v1: top-level fields move into each version. Throws RequestEntityTooLarge if the result is larger than an
 * object may be: a short body with a thousand versions can expand to a million schemas.
 */
export function toStored({ spec, ...rest }: BetaDefinition): Definition {
  const {
    validation,
    subresources,
    additionalPrinterColumns,
    selectableFields,
    version,
    versions,
    ...others
  } = spec;
  const top: Partial<BetaVersion> = {
    ...(validation && { schema: validation }),
    ...(subresources && { subresources }),
    ...(additionalPrinterColumns?.length && { additionalPrinterColumns }),
    ...(selectableFields?.length && { selectableFields }),
  };
  const named = versions?.length ? versions : version ? [{ name: version, served: true, storage: true }] : [];
  const stored = {
    ...rest,
    spec: {
      ...others,
      versions: named.length > 0 ? named.map((one) => storedVersion({ ...top, ...copyJson(one) })) : null,
      ...(spec.conversion && { conversion: storedConversion(spec.conversion) }),
    } as Definition['spec'],
  };
  checkObjectSize(stored.spec);
  return stored;
}

/** v1 to v1beta1: each of the fields moves to the top level if it is equal in all versions. */
export function fromStored({ spec, ...rest }: Definition): BetaDefinition {
  const { versions, conversion, preserveUnknownFields = false, ...others } = spec;
  const own = (versions ?? []).map(betaVersion);
  const top: Record<string, unknown> = {};
  for (const [field, name] of topLevelFields) {
    const [first] = own;
    const shared = first?.[field];
    if (shared === undefined || !own.every((version) => equalValues(version[field], shared))) continue;
    top[name] = shared;
    for (const version of own) delete version[field];
  }
  return {
    ...rest,
    spec: {
      ...others,
      ...top,
      ...(own[0] && { version: own[0].name }),
      ...(versions == null ? {} : { versions: own }),
      ...(conversion && { conversion: betaConversion(conversion) }),
      preserveUnknownFields,
    },
  };
}

function storedVersion({ additionalPrinterColumns: columns, ...version }: BetaVersion): Version {
  const renamed = columns?.map(
    ({ JSONPath, ...column }): ApiextensionsV1CustomResourceColumnDefinition => ({
      ...column,
      jsonPath: JSONPath,
    }),
  );
  return { ...version, ...(renamed && { additionalPrinterColumns: renamed }) };
}

function betaVersion({ additionalPrinterColumns: columns, ...version }: Version): BetaVersion {
  const renamed = columns?.map(
    ({ jsonPath, ...column }): ApiextensionsV1beta1CustomResourceColumnDefinition => ({
      ...column,
      JSONPath: jsonPath,
    }),
  );
  return { ...version, ...(renamed && { additionalPrinterColumns: renamed }) };
}

function storedConversion({
  webhookClientConfig,
  conversionReviewVersions: versions,
  strategy,
}: NonNullable<BetaDefinition['spec']['conversion']>): Definition['spec']['conversion'] {
  if (webhookClientConfig === undefined && !versions?.length) return { strategy };
  return {
    strategy,
    webhook: {
      ...(webhookClientConfig && { clientConfig: webhookClientConfig }),
      conversionReviewVersions: versions ?? null,
    },
  };
}

function betaConversion({
  strategy,
  webhook,
}: NonNullable<Definition['spec']['conversion']>): BetaDefinition['spec']['conversion'] {
  return {
    strategy,
    ...(webhook?.clientConfig && { webhookClientConfig: webhook.clientConfig }),
    ...(webhook?.conversionReviewVersions && { conversionReviewVersions: webhook.conversionReviewVersions }),
  };
}
