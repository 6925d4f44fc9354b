import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { isReleasedBy } from '../../../api/meta/release.ts';
import { type JsonSchema, someSchema } from '../../../api/schema/json-schema.ts';
import { isKnownFormat } from '../../../api/structural-schema/formats.ts';
import type { Definition } from './types.ts';

/** The release from which on formats of texts that mean nothing are told. */
const toldSince = '1.33';
/** The release from which on those of numbers are told too, even where a later one answers as an earlier. */
const numbersSince = '1.36';

const numberFormats = ['double', 'float', 'int32', 'int64'];

/** Warns of formats that are not known, and that a stored definition does not have. */
export function formatWarnings(gates: FeatureGates) {
  if (!gates.isIn(toldSince)) return undefined;
  const types = isReleasedBy(numbersSince, gates.release) ? ['string', 'integer', 'number'] : ['string'];
  return (definition: Definition, old: Definition | undefined): string[] => {
    const before = new Set(old === undefined ? [] : unknownFormats(old, types));
    return unknownFormats(definition, types)
      .filter((format) => !before.has(format))
      .map((format) => `unrecognized format ${JSON.stringify(format)}`);
  };
}

function unknownFormats({ spec }: Definition, types: readonly string[]): string[] {
  const found = new Set<string>();
  for (const { schema } of spec.versions ?? []) {
    someSchema(schema?.openAPIV3Schema as JsonSchema | undefined, (each) => {
      const { type = '', format = '' } = each as { type?: string; format?: string };
      if (format !== '' && types.includes(type) && !isKnown(type, format)) found.add(format);
      return false;
    });
  }
  return [...found];
}

const isKnown = (type: string, format: string): boolean =>
  isKnownFormat(format) || (type !== 'string' && numberFormats.includes(format));
