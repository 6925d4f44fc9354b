import type { CoreV1PersistentVolumeClaim } from '../../../api/schema/types.gen.ts';
import { annotationTexts, type Description, labelTexts, listText } from './description.ts';
import { accessModesText, storageClassOf } from './storage.ts';

/** A claim, or the template of one, which has no status. */
export type Claim = Pick<CoreV1PersistentVolumeClaim, 'metadata' | 'spec'> &
  Partial<Pick<CoreV1PersistentVolumeClaim, 'status'>>;

/** `phase`: undefined for a template, which is indented by two steps. */
export function describeClaimSpec(to: Description, claim: Claim, phase?: string): void {
  const { metadata, spec, status } = claim;
  const level = phase === undefined ? 2 : 0;
  to.field(level, 'StorageClass', storageClassOf(claim, to.dialect));
  if (phase !== undefined) to.field(level, 'Status', phase);
  to.field(level, 'Volume', spec.volumeName);
  to.values(level, 'Labels', indented(level, labelTexts(metadata.labels)));
  to.values(level, 'Annotations', indented(level, annotationTexts(metadata.annotations)));
  if (phase !== undefined) to.field(level, 'Finalizers', listText(metadata.finalizers));
  const { capacity, accessModes } = (spec.volumeName ? status : undefined) ?? {};
  to.field(level, 'Capacity', capacity?.['storage'] ?? (spec.volumeName ? '0' : ''));
  to.field(level, 'Access Modes', accessModesText(accessModes));
  if (spec.volumeMode !== undefined) to.field(level, 'VolumeMode', spec.volumeMode);
  if (spec.dataSource === undefined) return;
  const { apiGroup, kind, name } = spec.dataSource;
  to.line(level, 'DataSource:');
  if (apiGroup != null) to.field(level + 1, 'APIGroup', apiGroup);
  to.field(level + 1, 'Kind', kind);
  to.field(level + 1, 'Name', name);
}

/** Other clients indent these values by as much as their names. */
const indented = (level: number, texts: readonly string[]): string[] =>
  (texts.length === 0 ? ['<none>'] : texts).map((text) => `${'  '.repeat(level)}${text}`);
