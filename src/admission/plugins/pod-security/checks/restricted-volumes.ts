import type { CoreV1Volume } from '../../../../api/schema/types.gen.ts';
import { type Check, plural, quoted, sorted } from './check.ts';

const allowed = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'persistentVolumeClaim',
  'projected',
  'secret',
] as const;

export const restrictedVolumes: Check = {
  since: 0,
  look: ({ spec }) => {
    const wrong = (spec.volumes ?? []).filter((volume) => allowed.every((type) => !volume[type]));
    if (wrong.length === 0) return undefined;
    const types = sorted(wrong.map(typeOf));
    const uses = wrong.length === 1 ? 'uses' : 'use';
    return {
      reason: 'restricted volume types',
      detail:
        `${plural('volume', wrong.length)} ${quoted(wrong.map(({ name }) => name))} ${uses} ` +
        `${plural('restricted volume type', types.length)} ${quoted(types)}`,
    };
  },
};

/** The field that says where the volume comes from. */
const typeOf = (volume: CoreV1Volume): string =>
  Object.entries(volume).find(([field, source]) => field !== 'name' && source)?.[0] ?? 'unknown';
