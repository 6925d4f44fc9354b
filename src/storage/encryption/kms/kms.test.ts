import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { KmsPlugin } from '../../../../test/support/kms-plugin.ts';
import { unobserved } from '../../../../test/support/unit/unobserved-encryption.ts';
import { monotonicClock } from '../../../util/clock.ts';
import { createKmsTransformer } from './create-kms-transformer.ts';
import { encryptedObject } from './messages.ts';

const place = '/registry/secrets/default/s';
const value = Buffer.from('{"a":1}');

let directory: string;
let plugin: KmsPlugin;
let now: number;
const closing: Disposable[] = [];
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'kms-'));
  plugin = await new KmsPlugin(join(directory, 'kms.sock')).start();
  now = 1e6;
});
afterEach(async () => {
  for (const transformer of closing.splice(0)) transformer[Symbol.dispose]();
  await plugin.stop();
  rmSync(directory, { recursive: true, force: true });
});

interface Options {
  apiVersion?: 'v1' | 'v2';
  later?: boolean;
  cachesize?: number;
  timeout?: number;
  report?: (message: string) => void;
}

/** By a clock that stands still until the test moves it on. */
function open({
  apiVersion = 'v1',
  later = false,
  cachesize = 1000,
  timeout = 3000,
  report = () => {},
}: Options = {}) {
  const prefix = `k8s:enc:kms:${apiVersion}:vault:`;
  const transformer = createKmsTransformer({
    observer: unobserved,
    clock: { now: () => now + (timeout < 3000 ? monotonicClock.now() : 0) },
    writesAuthenticated: later,
    writesSeeds: later,
    report,
  })({ apiVersion, cachesize, timeout, name: 'vault', endpoint: plugin.endpoint }, prefix);
  closing.push(transformer);
  return {
    transformer,
    write: async () => (await transformer.toStorage(value, place)).bytes,
    read: async (bytes: Buffer, key = place) => transformer.fromStorage(bytes.subarray(prefix.length), key),
    payload: (bytes: Buffer) => bytes.subarray(prefix.length),
  };
}

describe('a KMS of version v1', () => {
  it('writes the length and the encrypted data key before AES-CBC, with a new key for each value', async () => {
    const { write, payload } = open();
    const bytes = payload(await write());
    const length = bytes.readUInt16BE();
    expect(bytes.subarray(2, 4).toString()).toBe('1:');
    expect((bytes.length - 2 - length) % 16).toBe(0);
    await write();
    expect(plugin.called('Version')).toBe(1);
    expect(plugin.called('Encrypt')).toBe(2);
  });

  it.each([false, true])(
    'reads both forms; that of a write of its release is not stale (later: %s)',
    async (later) => {
      const own = open({ later });
      const other = open({ later: !later });
      const mine = await own.read(await own.write());
      expect(mine).toMatchObject({ value, form: own.transformer.form });
      const theirs = await own.read(await other.write());
      expect(theirs.value).toEqual(value);
      expect(theirs.form).not.toBe(own.transformer.form);
    },
  );

  it.each([
    ['keeps data keys', 1000, 1],
    ['keeps none', -1, 3],
  ])('%s with a cache of %d', async (_, cachesize, calls) => {
    const bytes = await open().write();
    const { read } = open({ cachesize });
    for (let count = 0; count < 3; count++) await read(bytes);
    expect(plugin.called('Decrypt')).toBe(calls);
  });

  it('values that want the same key at the same time share a call', async () => {
    const bytes = await open().write();
    const { read } = open();
    await Promise.all([read(bytes), read(bytes), read(bytes)]);
    expect(plugin.called('Decrypt')).toBe(1);
  });

  it.each<[string, Buffer, string]>([
    [
      'nothing',
      Buffer.alloc(0),
      'invalid data encountered by envelope transformer, length longer than available bytes',
    ],
    [
      'a length that is too long',
      Buffer.from([0, 9, 1]),
      'invalid data encountered by envelope transformer, length longer than available bytes',
    ],
    [
      'a key of another plugin',
      Buffer.from([0, 3, 1, 2, 3, 4]),
      'failed to decrypt DEK, error: rpc error: code = Unknown desc = this was not encrypted here',
    ],
  ])('refuses %s, which will not pass', async (_, payload, message) => {
    const { transformer } = open();
    const reading = async () => transformer.fromStorage(payload, place);
    await expect(reading()).rejects.toMatchObject({ name: 'TransformError', message, mayPass: false });
  });

  it('what a plugin refuses that does not work at all may pass', async () => {
    const bytes = await open().write();
    plugin.refusal = { status: 2, message: 'the vault is sealed' };
    const { read } = open();
    await expect(read(bytes)).rejects.toMatchObject({
      message: 'failed to decrypt DEK, error: rpc error: code = Unknown desc = the vault is sealed',
      mayPass: true,
    });
    plugin.refusal = undefined;
    expect(await read(bytes)).toMatchObject({ value });
  });

  it('does not speak with a plugin of another version', async () => {
    plugin.version = 'v1beta2';
    await expect(open().write()).rejects.toThrow(
      'failed to encrypt DEK, error: KMS provider api version v1beta2 is not supported, only v1beta1 is supported now',
    );
  });

  it('a good check counts for 20 seconds, a bad one for 3', async () => {
    const { transformer } = open({ timeout: 200 });
    await transformer.check();
    await plugin.stop();
    await transformer.check();
    now += 20_000;
    await expect(transformer.check()).rejects.toThrow('DeadlineExceeded');
    await plugin.start();
    await expect(transformer.check()).rejects.toThrow('DeadlineExceeded');
    now += 3_000;
    await transformer.check();
  });

  it('waits for a plugin that starts, and gives up on one that is silent', async () => {
    await plugin.stop();
    const { write, read } = open({ timeout: 2000 });
    const writing = write();
    await plugin.start();
    const bytes = await writing;
    plugin.isSilent = true;
    const begun = performance.now();
    const another = open({ timeout: 300 });
    await expect(another.read(bytes)).rejects.toMatchObject({ mayPass: true, code: 'DeadlineExceeded' });
    const waited = performance.now() - begun;
    // With thousands of values to read, each would wait as long.
    await Promise.all(Array.from({ length: 200 }, () => another.read(bytes).catch(() => {})));
    expect(performance.now() - begun).toBeLessThan(waited * 3);
    expect(await read(bytes)).toMatchObject({ value });
  });
});

describe('a KMS of version v2', () => {
  it.each([
    ['the data key itself', false, 0],
    ['keys from a seed', true, 1],
  ])('uses %s, one for all values', async (_, later, type) => {
    const { write, payload } = open({ apiVersion: 'v2', later });
    const objects = [await write(), await write()].map((bytes) => encryptedObject.decode(payload(bytes)));
    for (const object of objects) {
      expect(object).toMatchObject({
        key_id: '1',
        type,
        annotations: { 'mark.test': Buffer.from('annotated') },
      });
    }
    expect(objects[0]!.encrypted_dek_source).toEqual(objects[1]!.encrypted_dek_source);
    expect(objects[0]!.encrypted_data).not.toEqual(objects[1]!.encrypted_data);
    expect(plugin.called('Encrypt')).toBe(1);
  });

  it('reads both types; another type or key is stale', async () => {
    const own = open({ apiVersion: 'v2' });
    const bytes = await own.write();
    expect(await own.read(bytes)).toMatchObject({ value, form: own.transformer.form });
    const later = open({ apiVersion: 'v2', later: true });
    await later.write();
    expect((await later.read(bytes)).form).not.toBe(later.transformer.form);
    expect(await own.read(await later.write())).toMatchObject({ value });
    plugin.keyId = '2';
    now += 20_000;
    await own.transformer.check();
    expect((await own.read(bytes)).form).not.toBe(own.transformer.form);
    expect(plugin.called('Encrypt')).toBe(3);
  });

  it('knows by its key a value that was moved', async () => {
    const { write, read } = open({ apiVersion: 'v2' });
    await expect(read(await write(), '/registry/secrets/default/t')).rejects.toThrow(
      'cipher: message authentication failed',
    );
  });

  it('writes nothing more three minutes after the plugin was last well, and reads on', async () => {
    const { transformer, write, read } = open({ apiVersion: 'v2' });
    const bytes = await write();
    plugin.healthz = 'sealed';
    now += 180_000;
    await write();
    now += 1;
    await expect(write()).rejects.toThrow('the data key under keyID "1" expired');
    expect(await read(bytes)).toMatchObject({ value });
    await expect(transformer.check()).rejects.toThrow('got unexpected healthz status: sealed');
    plugin.healthz = 'ok';
    now += 3_000;
    await transformer.check();
    await write();
  });

  it('reports once that its plugin is not well', async () => {
    plugin.healthz = 'sealed';
    const report = vi.fn();
    open({ apiVersion: 'v2', report });
    await vi.waitFor(() => expect(report).toHaveBeenCalledWith(expect.stringContaining('sealed')));
  });

  it.each([
    ['no message', Buffer.from([0xff, 0xff]), 'invalid data encountered by envelope transformer'],
    ['another type', encryptedObject.encode({ type: 7 }), 'unknown type 7 of an encrypted DEK source'],
  ])('refuses %s', async (_, payload, message) => {
    const { transformer } = open({ apiVersion: 'v2' });
    expect(() => transformer.fromStorage(payload, place)).toThrow(expect.objectContaining({ message }));
  });
});
