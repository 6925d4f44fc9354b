import { copyJson } from '../../../api/codec/copy-json.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import { extensionNames, type JsonSchema, someSchema } from '../../../api/schema/json-schema.ts';
import type { KindRules } from '../../../registry/kind-rules.ts';
import type { Definition } from './types.ts';

/** Adds the storage version to status.storedVersions. None is removed: objects may still be stored in it. */
function addStoredVersion({ spec, status }: Definition): void {
  const known = status.storedVersions ?? [];
  const now = spec.versions?.find(({ storage }) => storage)?.name;
  status.storedVersions = now === undefined || known.includes(now) ? known : [...known, now];
}

export function definitionStrategy(dialect: Dialect, allowRules: boolean) {
  const { validations } = extensionNames(dialect);
  const schemasOf = ({ spec }: Definition): JsonSchema[] =>
    (spec.versions ?? [])
      .map(({ schema }) => schema?.openAPIV3Schema as JsonSchema | undefined)
      .filter((schema) => schema !== undefined);

  /** Drops rules in expressions in releases that do not know them, unless the stored definition has some. */
  function dropRules(definition: Definition, old?: Definition): void {
    if (allowRules) return;
    const before = old === undefined ? [] : schemasOf(old);
    const isKept = before.some((schema) => someSchema(schema, (each) => each[validations] !== undefined));
    if (isKept) return;
    for (const schema of schemasOf(definition)) {
      someSchema(schema, (each) => {
        if (each[validations] !== undefined) delete each[validations];
        return false;
      });
    }
  }

  return {
    tracksGeneration: true,
    prepareForCreate(definition) {
      dropRules(definition);
      definition.status = {
        conditions: null,
        acceptedNames: { plural: '', kind: '' },
        storedVersions: null,
      };
      addStoredVersion(definition);
    },
    prepareForUpdate(definition, old) {
      dropRules(definition, old);
      definition.status = copyJson(old.status);
      addStoredVersion(definition);
    },
  } satisfies Partial<KindRules<Definition>>;
}
