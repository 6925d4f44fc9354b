import type { BetaDefinition, Definition } from './types.ts';

interface Named {
  spec: Pick<Definition['spec'], 'names'>;
}

function applyNameDefaults({ spec: { names } }: Named): void {
  names.singular ||= names.kind.toLowerCase();
  if (names.kind !== '') names.listKind ||= `${names.kind}List`;
}

/** A new definition has stored objects in its storage version only. */
function applyStoredVersionsDefault({ spec, status }: Definition | BetaDefinition): void {
  if (status.storedVersions?.length) return;
  const stored = spec.versions?.find(({ storage }) => storage);
  status.storedVersions = stored ? [stored.name] : null;
}

/** Defaults of v1, the stored version. */
export function applyDefaults(definition: Definition): void {
  const { spec } = definition;
  applyNameDefaults(definition);
  const { webhook } = spec.conversion ?? {};
  // An empty webhook counts as absent.
  if (webhook && !webhook.clientConfig && !webhook.conversionReviewVersions?.length)
    delete spec.conversion!.webhook;
  applyStoredVersionsDefault(definition);
}

/** Defaults of v1beta1 that go by other fields. */
export function applyBetaDefaults(definition: BetaDefinition): void {
  const { spec } = definition;
  applyNameDefaults(definition);
  if (!spec.versions?.length && spec.version) {
    spec.versions = [{ name: spec.version, served: true, storage: true }];
  }
  spec.version ||= spec.versions?.[0]?.name ?? '';
  if (spec.conversion?.strategy === 'Webhook' && !spec.conversion.conversionReviewVersions?.length) {
    spec.conversion.conversionReviewVersions = ['v1beta1'];
  }
  applyStoredVersionsDefault(definition);
}
