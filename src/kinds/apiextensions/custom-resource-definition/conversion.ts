import { copyJson } from '../../../api/codec/copy-json.ts';
import { checkValueCount } from '../../../api/codec/object-size.ts';
import type {
  ApiextensionsV1beta1CustomResourceColumnDefinition,
  ApiextensionsV1CustomResourceColumnDefinition,
} from '../../../api/schema/types.gen.ts';
import { sameValue } from '../../shared/same-value.ts';
import type { BetaDefinition, BetaVersion, Definition } from './types.ts';

type Version = NonNullable<Definition['spec']['versions']>[number];

/** What can stand in each version of v1beta1, or once at the top for all of them: its name there. */
const topLevelFields = [
  ['schema', 'validation'],
  ['subresources', 'subresources'],
  ['additionalPrinterColumns', 'additionalPrinterColumns'],
] as const;

/**
 * v1beta1 to v1: what stands at the top comes to stand in each version, which share it. Throws RequestEntityTooLarge
 * when that makes more of it than an object may have: a thousand versions of a thousand fields are a short text.
 */
export function toStored({ spec, ...rest }: BetaDefinition): Definition {
  const { validation, subresources, additionalPrinterColumns, version, versions, ...others } = spec;
  const top: Partial<BetaVersion> = {
    ...(validation && { schema: validation }),
    ...(subresources && { subresources }),
    ...(additionalPrinterColumns?.length && { additionalPrinterColumns }),
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
  // Not the record of owners: one that is stored was let in before.
  checkValueCount(stored.spec);
  return stored;
}

/** v1 to v1beta1: what is the same in all versions goes to the top, each of the three by itself. */
export function fromStored({ spec, ...rest }: Definition): BetaDefinition {
  const { versions, conversion, preserveUnknownFields = false, ...others } = spec;
  const own = (versions ?? []).map(betaVersion);
  const top: Record<string, unknown> = {};
  for (const [field, name] of topLevelFields) {
    const [first] = own;
    const shared = first?.[field];
    if (shared === undefined || !own.every((version) => sameValue(version[field], shared))) continue;
    top[name] = shared;
    for (const version of own) delete version[field];
  }
  return {
    ...rest,
    spec: {
      ...others,
      ...top,
      ...(own[0] && { version: own[0].name }),
      versions: own,
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
