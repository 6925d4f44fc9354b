import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { type JsonSchema, someSchema } from '../../../api/schema/json-schema.ts';
import { isKnownFormat } from '../../../api/structural-schema/formats.ts';
import type { Definition } from './types.ts';

/** The release from which on formats of texts that mean nothing are told. */
const toldSince = '1.33';

/** Warns of formats that are not known, and that a stored definition does not have. */
export function formatWarnings(gates: FeatureGates) {
  if (!gates.isIn(toldSince)) return undefined;
  return (definition: Definition, old: Definition | undefined): string[] => {
    const before = new Set(old === undefined ? [] : unknownFormats(old));
    return unknownFormats(definition)
      .filter((format) => !before.has(format))
      .map((format) => `unrecognized format ${JSON.stringify(format)}`);
  };
}

function unknownFormats({ spec }: Definition): string[] {
  const found = new Set<string>();
  for (const { schema } of spec.versions ?? []) {
    someSchema(schema?.openAPIV3Schema as JsonSchema | undefined, (each) => {
      const { type, format } = each as { type?: unknown; format?: unknown };
      if (type === 'string' && typeof format === 'string' && format !== '' && !isKnownFormat(format))
        found.add(format);
      return false;
    });
  }
  return [...found];
}
