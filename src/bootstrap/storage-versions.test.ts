import { describe, expect, it } from 'vitest';
import { StorageVersions, type StoredType } from './storage-versions.ts';

const now = Date.parse('2026-11-24T03:00:00Z');
const earlier = '2026-11-23T03:00:00Z';
const v1beta1 = { encodingVersion: 'a/v1beta1', decodableVersions: ['a/v1', 'a/v1beta1'] };
const v1 = { encodingVersion: 'a/v1', decodableVersions: ['a/v1', 'a/v1beta1'] };
const entry = (apiServerID: string, versions: object): object => ({ apiServerID, ...versions });
const condition = (isSet: boolean, lastTransitionTime: string): object => ({
  type: 'AllEncodingVersionsEqual',
  status: isSet ? 'True' : 'False',
  reason: isSet ? 'CommonEncodingVersionSet' : 'CommonEncodingVersionUnset',
  message: isSet ? 'Common encoding version set' : 'Common encoding version unset',
  lastTransitionTime,
});
const agreed = (entries: object[], version: string, since: string): object => ({
  storageVersions: entries,
  commonEncodingVersion: version,
  conditions: [condition(true, since)],
});

class Objects {
  readonly created: unknown[] = [];
  readonly stored: any;
  changes = 0;

  constructor(status: object | undefined) {
    this.stored = { status };
  }

  async create(_type: string, _namespace: string, object: unknown): Promise<void> {
    this.created.push(object);
  }

  async alterStatus(_t: string, _n: string, _name: string, change: (object: any) => boolean): Promise<void> {
    if (change(this.stored)) this.changes++;
  }
}

const updated = async (status: object | undefined, versions: Omit<StoredType, 'name'>): Promise<Objects> => {
  const objects = new Objects(status);
  const options = {
    objects,
    type: 'storageversions.x',
    server: 'm',
    stored: [{ name: 'a.things', ...versions }],
    isAlive: (server: string) => server !== 'gone',
    clock: { now: () => now },
  };
  await new StorageVersions(options).update();
  return objects;
};

describe('the entry of a server', () => {
  it.each<[string, object | undefined, Omit<StoredType, 'name'>, object]>([
    ['is the first', undefined, v1, agreed([entry('m', v1)], 'a/v1', '2026-11-24T03:00:00Z')],
    [
      'agrees with others',
      agreed([entry('z', v1)], 'a/v1', earlier),
      v1,
      agreed([entry('m', v1), entry('z', v1)], 'a/v1', earlier),
    ],
    [
      'differs from others',
      agreed([entry('b', v1beta1)], 'a/v1beta1', earlier),
      v1,
      {
        storageVersions: [entry('b', v1beta1), entry('m', v1)],
        conditions: [condition(false, '2026-11-24T03:00:00Z')],
      },
    ],
    [
      'takes the place of the run before, and of servers that are gone',
      {
        storageVersions: [entry('gone', v1beta1), entry('m', v1beta1)],
        conditions: [condition(false, earlier)],
      },
      v1,
      agreed([entry('m', v1)], 'a/v1', '2026-11-24T03:00:00Z'),
    ],
  ])('%s', async (_, before, versions, after) => {
    const { created, stored } = await updated(before, versions);
    expect(created).toEqual([{ metadata: { name: 'a.things' }, spec: {} }]);
    expect(stored.status).toEqual(after);
  });

  it('is not written again', async () => {
    expect((await updated(agreed([entry('m', v1)], 'a/v1', earlier), v1)).changes).toBe(0);
  });
});
