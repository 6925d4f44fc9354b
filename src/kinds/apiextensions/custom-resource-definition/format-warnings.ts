import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { type JsonSchema, someSchema } from '../../../api/schema/json-schema.ts';
import { isKnownFormat } from '../../../api/structural-schema/formats.ts';
import type { Definition } from './types.ts';

/** The release from which on formats that mean nothing are told, and that from which on those of texts alone are. */
const toldSince = '1.34';
const textsSince = '1.35';

/** Warns of formats that are not known, and that a stored definition does not have. */
export function formatWarnings(gates: FeatureGates) {
  if (!gates.isIn(toldSince)) return undefined;
  const counts = ({ type }: JsonSchema): boolean => type === 'string' || !gates.isIn(textsSince);
  return (definition: Definition, old: Definition | undefined): string[] => {
    const before = new Set(old === undefined ? [] : unknownFormats(old, counts));
    return unknownFormats(definition, counts)
      .filter((format) => !before.has(format))
      .map((format) => `unrecognized format ${JSON.stringify(format)}`);
  };
}

function unknownFormats({ spec }: Definition, counts: (schema: JsonSchema) => boolean): string[] {
  const found = new Set<string>();
  for (const { schema } of spec.versions ?? []) {
    someSchema(schema?.openAPIV3Schema as JsonSchema | undefined, (each) => {
      const { format } = each as { format?: unknown };
      if (typeof format === 'string' && format !== '' && counts(each) && !isKnownFormat(format))
        found.add(format);
      return false;
    });
  }
  return [...found];
}
