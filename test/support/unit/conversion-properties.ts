import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { VersionBench } from './conversions.ts';

export interface Properties {
  /** Makes a random object of a version one that could be stored. */
  fix?: (object: any, apiVersion: string) => void;
  /** How many objects a version. */
  runs?: number;
}

/** What is stored and sent of an object: no note of what was sent empty. */
export const plain = <T extends object>(object: T): T => JSON.parse(JSON.stringify(object));

/** The tests that every kind with several versions has to pass. */
export function describeConversions(
  bench: VersionBench,
  { fix = () => {}, runs = 100 }: Properties = {},
): void {
  const objects = (apiVersion: string) => bench.objects(apiVersion, (object) => fix(object, apiVersion));

  test.each(bench.versions)('what is stored survives %s', (apiVersion) => {
    fc.assert(
      fc.property(objects(bench.storedVersion), (object) => {
        const stored = bench.toStored(bench.storedVersion, object);
        const before = structuredClone(stored);
        expect(plain(bench.toStored(apiVersion, bench.fromStored(apiVersion, stored)))).toEqual(
          plain(stored),
        );
        expect(plain(stored)).toEqual(plain(before));
      }),
      { numRuns: runs },
    );
  });

  test.each(bench.versions)('an object of %s goes to every version and back unchanged', (apiVersion) => {
    fc.assert(
      fc.property(objects(apiVersion), (object) => {
        const stored = bench.toStored(apiVersion, object);
        const served = bench.fromStored(apiVersion, stored);
        for (const other of bench.versions) {
          const back = bench.toStored(other, bench.fromStored(other, stored));
          expect(plain(bench.fromStored(apiVersion, back))).toEqual(plain(served));
        }
      }),
      { numRuns: runs },
    );
  });

  test.each(bench.versions)('the defaults of %s may be applied again', (apiVersion) => {
    fc.assert(
      fc.property(objects(apiVersion), (object) => {
        const stored = bench.toStored(apiVersion, object);
        expect(bench.toStored(bench.storedVersion, stored)).toEqual(stored);
      }),
      { numRuns: runs },
    );
  });
}
