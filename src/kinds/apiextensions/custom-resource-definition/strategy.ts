import { copyJson } from '../../../api/codec/copy-json.ts';
import type { KindRules } from '../../../registry/kind-rules.ts';
import type { Definition } from './types.ts';

/** Adds the storage version to status.storedVersions. None is removed: objects may still be stored in it. */
function addStoredVersion({ spec, status }: Definition): void {
  const known = status.storedVersions ?? [];
  const now = spec.versions?.find(({ storage }) => storage)?.name;
  status.storedVersions = now === undefined || known.includes(now) ? known : [...known, now];
}

export const strategy = {
  tracksGeneration: true,
  prepareForCreate(definition) {
    definition.status = {
      conditions: null,
      acceptedNames: { plural: '', kind: '' },
      storedVersions: null,
    };
    addStoredVersion(definition);
  },
  prepareForUpdate(definition, old) {
    definition.status = copyJson(old.status);
    addStoredVersion(definition);
  },
} satisfies Partial<KindRules<Definition>>;
