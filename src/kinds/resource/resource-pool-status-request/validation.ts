import type {
  ResourceV1alpha3PoolStatus,
  ResourceV1alpha3ResourcePoolStatusRequestSpec,
  ResourceV1alpha3ResourcePoolStatusRequestStatus,
} from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  type FieldPath,
  invalid,
  required,
  tooLong,
} from '../../../api/validation/field-errors.ts';
import { validateConditions } from '../../shared/condition-validation.ts';
import { longName } from '../../shared/declared-formats.ts';
import { validateList } from '../../shared/devices/lists.ts';
import { invalidEach } from '../../shared/field-checks.ts';

const maxPoolLength = 253;
const maxPools = 1000;
const maxConditions = 10;
const maxErrorBytes = 256;

export function validateQuestion(
  { driver, poolName, limit }: ResourceV1alpha3ResourcePoolStatusRequestSpec,
  path: FieldPath,
): FieldError[] {
  return [
    ...validateDriver(driver, path.child('driver')),
    ...(poolName === undefined ? [] : validatePoolName(poolName, path.child('poolName'))),
    ...validateAtLeast(limit, 1, path.child('limit')),
    ...(limit !== undefined && limit > 1000
      ? [invalid(path.child('limit'), limit, 'must be less than or equal to 1000')]
      : []),
  ];
}

export function validateAnswer(
  { poolCount, pools, conditions }: ResourceV1alpha3ResourcePoolStatusRequestStatus,
  path: FieldPath,
): FieldError[] {
  return [
    ...(poolCount === undefined
      ? [required(path.child('poolCount'))]
      : validateAtLeast(poolCount, 0, path.child('poolCount'))),
    ...validateList(pools, maxPools, path.child('pools'), validatePool),
    ...validateConditions(conditions, path.child('conditions'), maxConditions),
  ];
}

function validatePool(pool: ResourceV1alpha3PoolStatus, path: FieldPath): FieldError[] {
  const { driver = '', poolName = '', generation, resourceSliceCount, nodeName, validationError = '' } = pool;
  const { totalDevices, allocatedDevices, availableDevices, unavailableDevices } = pool;
  const poolPath = path.child('poolName');
  const generationPath = path.child('generation');
  const counts = { totalDevices, allocatedDevices, availableDevices, unavailableDevices };
  return [
    ...validateDriver(driver, path.child('driver')),
    ...(poolName === '' ? [required(poolPath)] : validatePoolName(poolName, poolPath)),
    ...(generation === 0 ? [required(generationPath)] : validateAtLeast(generation, 0, generationPath)),
    ...validateAtLeast(resourceSliceCount, 1, path.child('resourceSliceCount')),
    ...Object.entries(counts).flatMap(([name, count]) => validateAtLeast(count, 0, path.child(name))),
    ...(nodeName === undefined ? [] : invalidEach(path.child('nodeName'), nodeName, longName(nodeName))),
    ...(Buffer.byteLength(validationError) > maxErrorBytes
      ? [tooLong(path.child('validationError'), maxErrorBytes)]
      : []),
  ];
}

const validateDriver = (driver: string, path: FieldPath): FieldError[] =>
  driver === '' ? [required(path)] : invalidEach(path, driver, longName(driver.toLowerCase()));

function validatePoolName(name: string, path: FieldPath): FieldError[] {
  const problems = name.split('/').flatMap((segment, index) => {
    const ofSegment = segment === '' ? ['must not be empty'] : longName(segment);
    return ofSegment.map((problem) => `segment ${index}: ${problem}`);
  });
  return [
    ...(name.length > maxPoolLength ? [tooLong(path, maxPoolLength)] : []),
    ...invalidEach(path, name, problems),
  ];
}

const validateAtLeast = (value: number | undefined, min: number, path: FieldPath): FieldError[] =>
  value !== undefined && value < min ? [invalid(path, value, `must be greater than or equal to ${min}`)] : [];
