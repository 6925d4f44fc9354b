import type { Dialect } from '../../../api/meta/dialect.ts';
import type { MetaV1ObjectMeta } from '../../../api/schema/types.gen.ts';

interface OfClass {
  metadata: MetaV1ObjectMeta;
  spec: { storageClassName?: string };
}

/** The class of a volume or a claim; the annotation is older than the field, and stronger. */
export const storageClassOf = ({ metadata, spec }: OfClass, { label }: Dialect): string =>
  metadata.annotations?.[`volume.beta.${label}/storage-class`] ?? spec.storageClassName ?? '';

const shortModes: readonly (readonly [mode: string, short: string])[] = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
];

/** `RWO,RWX` */
export const accessModesText = (modes: readonly string[] = []): string =>
  shortModes
    .filter(([mode]) => modes.includes(mode))
    .map(([, short]) => short)
    .join(',');
