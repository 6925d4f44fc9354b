import { GoText, goList } from '../../../api/go-format/go-syntax.ts';
import { equalValues } from '../../../api/json/json-values.ts';
import type { StorageV1CSINode, StorageV1CSINodeDriver } from '../../../api/schema/types.gen.ts';
import {
  duplicate,
  type FieldError,
  FieldPath,
  invalid,
  required,
} from '../../../api/validation/field-errors.ts';
import { qualifiedName } from '../../../api/validation/names.ts';
import { repetitions } from '../../../api/validation/repetitions.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { goQuote } from '../../../util/quote.ts';
import { reportTwice } from '../../shared/report-twice.ts';
import { validateCsiDriverName } from '../../shared/volume-sources/index.ts';
import { nonNegative } from '../../shared/workload/counters.ts';

const driversPath = FieldPath.of('spec', 'drivers');
const maxNodeIdBytes = 128;

export function validateCsiNode({ spec }: StorageV1CSINode): FieldError[] {
  const drivers = spec.drivers ?? [];
  const isRepeated = repetitions(drivers.map(({ name }) => name));
  return validateEach(drivers, (driver, index) =>
    validateDriver(driver, driversPath.index(index), isRepeated(index)),
  );
}

/**
 * The entry of a driver is immutable; it may be removed and added again. An update reports other errors twice, as
 * clients expect.
 */
export function validateCsiNodeUpdate(node: StorageV1CSINode, old: StorageV1CSINode): FieldError[] {
  const byName = Map.groupBy(node.spec.drivers ?? [], ({ name }) => name);
  const changed = (old.spec.drivers ?? []).flatMap((before) =>
    (byName.get(before.name) ?? []).filter((driver) => !equalValues(driver, before)),
  );
  return [
    ...reportTwice(validateCsiNode(node)),
    ...validateEach(changed, (driver) => [invalid('CSINodeDriver', goDriver(driver), 'field is immutable')]),
  ];
}

/** A driver as Go prints it in error messages; as JSON if it has a limit, which Go would print as a pointer. */
function goDriver(driver: StorageV1CSINodeDriver): unknown {
  const { name, nodeID, topologyKeys, allocatable } = driver;
  if (allocatable !== undefined) return driver;
  const keys = goList('string', topologyKeys ?? undefined).text;
  const fields = `Name:${goQuote(name)}, NodeID:${goQuote(nodeID)}, TopologyKeys:${keys}`;
  return new GoText(`storage.CSINodeDriver{${fields}, Allocatable:(*storage.VolumeNodeResources)(nil)}`);
}

function validateDriver(driver: StorageV1CSINodeDriver, path: FieldPath, isRepeated: boolean): FieldError[] {
  const { name, nodeID, allocatable, topologyKeys } = driver;
  const namePath = path.child('name');
  return [
    ...validateCsiDriverName(name, namePath),
    ...validateNodeId(nodeID, path.child('nodeID')),
    ...(allocatable ? nonNegative(allocatable.count, path.child('allocatable', 'count')) : []),
    ...(isRepeated ? [duplicate(namePath, name)] : []),
    ...(topologyKeys ? validateTopologyKeys(topologyKeys, path) : []),
  ];
}

function validateNodeId(id: string, path: FieldPath): FieldError[] {
  if (id === '') return [required(path)];
  return Buffer.byteLength(id) > maxNodeIdBytes
    ? [invalid(path, id, `must be ${maxNodeIdBytes} characters or less`)]
    : [];
}

/** Errors are reported at the driver, not at the key, for compatibility. */
function validateTopologyKeys(keys: readonly string[], path: FieldPath): FieldError[] {
  const isRepeated = repetitions(keys);
  let shownKeys: GoText | undefined;
  return validateEach(keys, (key, index) => {
    const errors = qualifiedName(key);
    if (errors.length === 0 && !isRepeated(index)) return [];
    shownKeys ??= goList('string', keys);
    return [
      ...(key === '' ? [required(path)] : []),
      ...(isRepeated(index) ? [duplicate(path, key)] : []),
      ...errors.map((message) => invalid(path, shownKeys, message)),
    ];
  });
}
