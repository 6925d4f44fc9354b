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

const volumesCheck = (types: readonly (keyof CoreV1Volume)[]): Check => ({
  since: 0,
  look: ({ spec }) => {
    const wrong = (spec.volumes ?? []).filter((volume) => types.every((type) => !volume[type]));
    if (wrong.length === 0) return undefined;
    const others = sorted(wrong.map(typeOf));
    const uses = wrong.length === 1 ? 'uses' : 'use';
    return {
      reason: 'restricted volume types',
      detail:
        `${plural('volume', wrong.length)} ${quoted(wrong.map(({ name }) => name))} ${uses} ` +
        `${plural('restricted volume type', others.length)} ${quoted(others)}`,
    };
  },
});

export const restrictedVolumes = volumesCheck(allowed);
/** … with those that are images, from the release on that lets all have them. */
export const restrictedVolumesOrImages = volumesCheck([...allowed, 'image']);

/** The field that says where the volume comes from. */
const typeOf = (volume: CoreV1Volume): string =>
  Object.entries(volume).find(([field, source]) => field !== 'name' && source)?.[0] ?? 'unknown';
