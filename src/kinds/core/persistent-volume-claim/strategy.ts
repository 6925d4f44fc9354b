import type { Dialect } from '../../../api/meta/dialect.ts';
import type {
  CoreV1PersistentVolumeClaim,
  CoreV1PersistentVolumeClaimSpec,
} from '../../../api/schema/types.gen.ts';
import type { KindRules } from '../../../registry/kind-rules.ts';

type Claim = CoreV1PersistentVolumeClaim;
type Spec = CoreV1PersistentVolumeClaimSpec;

export function strategy({ api }: Dialect) {
  /** Volumes are filled from claims and snapshots; other sources are for a later release, and dropped until then. */
  function dropUnknownSources(spec: Spec, old?: Spec): void {
    if (old?.dataSourceRef === undefined) delete spec.dataSourceRef;
    if (old?.dataSource !== undefined || spec.dataSource === undefined) return;
    const { kind, apiGroup } = spec.dataSource;
    const group = apiGroup ?? '';
    const known =
      (kind === 'PersistentVolumeClaim' && group === '') ||
      (kind === 'VolumeSnapshot' && group === `snapshot.storage.${api}`);
    if (!known) delete spec.dataSource;
  }

  return {
    prepareForCreate(claim) {
      claim.status = { phase: 'Pending' };
      dropUnknownSources(claim.spec);
    },
    prepareForUpdate(claim, old) {
      claim.status = old.status;
      dropUnknownSources(claim.spec, old.spec);
    },
  } satisfies Partial<KindRules<Claim>>;
}

/** Two fields are for taking back an expansion, which this release does not do. */
export function prepareForStatusUpdate(claim: Claim, old: Claim): void {
  claim.spec = old.spec;
  if (old.status.allocatedResources === undefined) delete claim.status.allocatedResources;
  if (old.status.resizeStatus === undefined) delete claim.status.resizeStatus;
}
