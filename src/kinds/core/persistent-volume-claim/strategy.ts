import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type {
  CoreV1PersistentVolumeClaim,
  CoreV1PersistentVolumeClaimSpec,
} from '../../../api/schema/types.gen.ts';
import type { KindRules } from '../../../registry/kind-rules.ts';

type Claim = CoreV1PersistentVolumeClaim;
type Spec = CoreV1PersistentVolumeClaimSpec;

export function strategy({ api }: Dialect, gates: FeatureGates) {
  const copiesSources = gates.isIn('1.24') || gates.isOn('AnyVolumeDataSource');
  const crossesNamespaces = gates.isOn('CrossNamespaceVolumeDataSource');

  /**
   * Volumes are filled from claims and snapshots; for other sources there is the reference. By hand, for here it is what
   * stands in a field, and not a gate of its own, that decides whether the field goes.
   */
  function prepareSources(spec: Spec, old?: Spec): void {
    const usesReference = old?.dataSourceRef !== undefined;
    if (!crossesNamespaces && !usesReference && spec.dataSourceRef?.namespace) delete spec.dataSourceRef;
    if (old?.dataSource === undefined && spec.dataSource !== undefined) {
      const { kind } = spec.dataSource;
      const apiGroup = spec.dataSource.apiGroup ?? '';
      const known =
        (kind === 'PersistentVolumeClaim' && apiGroup === '') ||
        (kind === 'VolumeSnapshot' && apiGroup === `snapshot.storage.${api}`);
      if (!known) delete spec.dataSource;
    }
    if (copiesSources) copySources(spec);
  }

  return {
    prepareForCreate(claim) {
      claim.status = { phase: 'Pending' };
      prepareSources(claim.spec);
    },
    prepareForUpdate(claim, old) {
      claim.status = old.status;
      prepareSources(claim.spec, old.spec);
    },
    status: {
      prepareForUpdate(claim: Claim, old: Claim): void {
        claim.spec = old.spec;
      },
    },
  } satisfies Partial<KindRules<Claim>>;
}

/** A source that is said in one of the two fields stands in the other as well, but for one of another namespace. */
function copySources(spec: Spec): void {
  const { dataSource, dataSourceRef } = spec;
  if (dataSource !== undefined && dataSourceRef === undefined) spec.dataSourceRef = { ...dataSource };
  if (dataSource !== undefined || dataSourceRef === undefined || dataSourceRef.namespace) return;
  const { namespace: _, ...source } = dataSourceRef;
  spec.dataSource = source;
}
