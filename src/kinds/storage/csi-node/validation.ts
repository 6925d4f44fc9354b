import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
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
import { goJson } from '../../shared/go-types/index.ts';
import { reporting } from '../../shared/report-twice.ts';
import { validateCsiDriverName } from '../../shared/volume-sources/index.ts';
import { nonNegative } from '../../shared/workload/counters.ts';

const driversPath = FieldPath.of('spec', 'drivers');

interface Rules {
  maxNodeIdBytes: number;
  /** Whether a key that is missing is shown by itself; all keys of the driver are otherwise. */
  isFirst: boolean;
}

/** Errors were told twice until 1.32, as clients expect. */
export function nodeValidation(gates: FeatureGates) {
  const rules: Rules = { maxNodeIdBytes: gates.isIn('1.24') ? 256 : 128, isFirst: gates.isIn('1.33') };
  const report = reporting(gates);
  const validate = (node: StorageV1CSINode): FieldError[] => report(validateCsiNode(node, rules));
  const mayCount = gates.isOn('MutableCSINodeAllocatableCount');
  const isSame = mayCount ? isSameButForCount : equalValues;
  const shown = (driver: StorageV1CSINodeDriver): unknown =>
    goDriver(mayCount ? withoutCount(driver) : driver);
  const path = rules.isFirst ? driversPath : 'CSINodeDriver';
  return {
    validateCreate: validate,
    /** The entry of a driver is immutable; it may be removed and added again. */
    validateUpdate(node: StorageV1CSINode, old: StorageV1CSINode): FieldError[] {
      const byName = Map.groupBy(node.spec.drivers ?? [], ({ name }) => name);
      const changed = (old.spec.drivers ?? []).flatMap((before) =>
        (byName.get(before.name) ?? []).filter((driver) => !isSame(driver, before)),
      );
      return [
        ...validate(node),
        ...validateEach(changed, (driver) => [invalid(path, shown(driver), 'field is immutable')]),
      ];
    },
  };
}

function validateCsiNode({ spec }: StorageV1CSINode, rules: Rules): FieldError[] {
  const drivers = spec.drivers ?? [];
  const isRepeated = repetitions(drivers.map(({ name }) => name));
  return validateEach(drivers, (driver, index) =>
    validateDriver(driver, driversPath.index(index), isRepeated(index), rules),
  );
}

const isSameButForCount = (driver: StorageV1CSINodeDriver, old: StorageV1CSINodeDriver): boolean =>
  equalValues(withoutCount(driver), withoutCount(old));

/** The parts of a driver that must stay as they are where its limit may change. */
function withoutCount({ allocatable: _, ...driver }: StorageV1CSINodeDriver): StorageV1CSINodeDriver {
  return driver;
}

/** A driver as Go prints it in error messages; as JSON if it has a limit, which Go would print as a pointer. */
function goDriver(driver: StorageV1CSINodeDriver): unknown {
  const { name, nodeID, topologyKeys, allocatable } = driver;
  const json = JSON.stringify(goJson('CSINodeDriver', driver));
  if (allocatable !== undefined) return new GoText(JSON.stringify(driver), json);
  const keys = goList('string', topologyKeys ?? undefined).text;
  const fields = `Name:${goQuote(name)}, NodeID:${goQuote(nodeID)}, TopologyKeys:${keys}`;
  return new GoText(
    `storage.CSINodeDriver{${fields}, Allocatable:(*storage.VolumeNodeResources)(nil)}`,
    json,
  );
}

function validateDriver(
  driver: StorageV1CSINodeDriver,
  path: FieldPath,
  isRepeated: boolean,
  rules: Rules,
): FieldError[] {
  const { name, nodeID, allocatable, topologyKeys } = driver;
  const namePath = path.child('name');
  return [
    ...(name === '' && rules.isFirst ? [required(namePath)] : validateCsiDriverName(name, namePath)),
    ...validateNodeId(nodeID, path.child('nodeID'), rules.maxNodeIdBytes),
    ...(allocatable ? nonNegative(allocatable.count, path.child('allocatable', 'count')) : []),
    ...(isRepeated ? [duplicate(namePath, name)] : []),
    ...(topologyKeys ? validateTopologyKeys(topologyKeys, path, rules) : []),
  ];
}

function validateNodeId(id: string, path: FieldPath, maxBytes: number): FieldError[] {
  if (id === '') return [required(path)];
  return Buffer.byteLength(id) > maxBytes
    ? [invalid(path, id, `must be ${maxBytes} characters or less`)]
    : [];
}

/** Errors are reported at the driver, not at the key, for compatibility. */
function validateTopologyKeys(keys: readonly string[], path: FieldPath, { isFirst }: Rules): FieldError[] {
  const isRepeated = repetitions(keys);
  let shownKeys: GoText | undefined;
  return validateEach(keys, (key, index) => {
    const errors = qualifiedName(key);
    if (errors.length === 0 && !isRepeated(index)) return [];
    shownKeys ??= goList('string', keys);
    return [
      ...(key === '' ? [required(path)] : []),
      ...(isRepeated(index) ? [duplicate(path, key)] : []),
      ...errors.map((message) => invalid(path, isFirst ? key : shownKeys, message)),
    ];
  });
}
