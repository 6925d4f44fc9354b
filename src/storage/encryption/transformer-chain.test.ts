import { describe, expect, it } from 'vitest';
import { unobserved } from '../../../test/support/unit/unobserved-encryption.ts';
import type { ProviderConfiguration } from './config/configuration.ts';
import { Encryption } from './encryption.ts';
import { ProviderSet } from './provider-set.ts';
import { TransformError } from './transformer.ts';
import { TransformerChain } from './transformer-chain.ts';

const place = '/registry/secrets/default/s';
const value = Buffer.from('{"a":1}');
const encryptedPrefix = 'k8s:enc:';
const keys = (...bytes: number[]) => ({
  keys: bytes.map((byte) => ({ name: 'key', secret: Buffer.alloc(32, byte).toString('base64') })),
});
const named = (name: string, byte: number) => ({
  keys: [{ name, secret: Buffer.alloc(32, byte).toString('base64') }],
});
const chainOf = async (...providers: ProviderConfiguration[]) => {
  const { chainOf } = await ProviderSet.create(
    { resources: [{ resources: ['secrets'], providers }] },
    { encryptedPrefix, observer: unobserved, kms: () => expect.unreachable() },
  );
  return chainOf;
};
const secretsOf = async (...providers: ProviderConfiguration[]) =>
  new Encryption(await chainOf(...providers), true).of('secrets');
const write = async (...providers: ProviderConfiguration[]) =>
  (await (await secretsOf(...providers)).write(value, place)).bytes;

const box = { secretbox: keys(1) };
const gcm = { aesgcm: keys(1) };
const identity = { identity: {} };

describe('reading', () => {
  const orders: ProviderConfiguration[][] = [
    [identity, gcm, box, { aescbc: keys(1) }],
    [{ aescbc: keys(1) }, box, gcm, identity],
    [gcm, identity, box, { aescbc: keys(1) }],
  ];
  it.each(orders)('in any order of the providers what any of them wrote: %j', async (...order) => {
    for (const writer of order) {
      const read = await (await secretsOf(...order)).read(await write(writer), place);
      expect(read.value).toEqual(value);
      expect(read.encryption!.isCurrent).toBe(writer === order[0]);
    }
  });

  it('tries keys of one name one after the other', async () => {
    const both = await secretsOf({ aesgcm: keys(2, 1) });
    const read = await both.read(await write(gcm), place);
    expect(read).toMatchObject({ value, encryption: { isCurrent: false } });
  });

  it('tries entries of one provider one after the other', async () => {
    const read = await (await secretsOf({ aesgcm: keys(2) }, { aesgcm: keys(1) })).read(
      await write(gcm),
      place,
    );
    expect(read.value).toEqual(value);
  });

  it.each<[string, ProviderConfiguration[], ProviderConfiguration[], string]>([
    ['of no provider', [gcm], [box], 'no matching prefix found'],
    ['of identity alone', [gcm], [identity], 'no matching prefix found'],
    [
      'of a key that is not there',
      [gcm],
      [{ aesgcm: named('other', 1) }],
      'no matching key was found for the provided AES transformer',
    ],
    [
      'of a key of secretbox',
      [box],
      [{ secretbox: named('other', 1) }],
      'no matching key was found for the provided Secretbox transformer',
    ],
    ['of another secret', [gcm], [{ aesgcm: keys(2) }, identity], 'cipher: message authentication failed'],
    [
      'of two that both fail',
      [gcm],
      [{ aesgcm: keys(2) }, { aesgcm: named('other', 2) }],
      '[cipher: message authentication failed, no matching key was found for the provided AES transformer]',
    ],
  ])('says why it cannot: %s', async (_, writers, readers, reason) => {
    const read = await (await secretsOf(...readers)).read(await write(...writers), place);
    expect(read.unreadable).toEqual({ reason, mayPass: false });
    expect(read.value.length).toBe(0);
  });

  it('leaves alone what the configuration does not mention, unless it is encrypted', async () => {
    const others = new Encryption(await chainOf(gcm), true).of('pods');
    expect(await others.write(value, place)).toMatchObject({ bytes: value });
    expect(await others.read(value, place)).toMatchObject({ value, encryption: { isCurrent: true } });
    const read = await others.read(await write(gcm), place);
    expect(read.unreadable?.reason).toBe('identity transformer tried to read encrypted data');
  });
});

describe('the form of a value', () => {
  it('is that of a write no longer when another provider is first', async () => {
    const encryption = new Encryption(await chainOf(gcm), true);
    const secrets = encryption.of('secrets');
    const { bytes } = await secrets.write(value, place);
    const { encryption: state } = await secrets.read(bytes, place);
    expect(state!.isCurrent).toBe(true);
    encryption.replace(await chainOf(box, gcm));
    expect(state!.isCurrent).toBe(false);
    encryption.replace(await chainOf(gcm));
    expect(state!.isCurrent).toBe(true);
  });

  it('is one object for all values that are so', async () => {
    const secrets = await secretsOf(gcm);
    const forms = await Promise.all(
      [await write(gcm), await write(gcm)].map(
        async (bytes) => (await secrets.read(bytes, place)).encryption,
      ),
    );
    expect(forms[0]).toBe(forms[1]);
  });
});

it('what cannot be encrypted is an error of the store', () => {
  const broken = {
    prefix: Buffer.from('k8s:enc:x:'),
    label: 'x',
    form: 'x',
    toStorage: () => {
      throw new TransformError('no key');
    },
    fromStorage: () => expect.unreachable(),
  };
  const secrets = new Encryption(() => new TransformerChain([broken], unobserved), true).of('secrets');
  expect(() => secrets.write(value, place)).toThrow(
    expect.objectContaining({ name: 'KvError', code: 'Encryption', message: 'no key' }),
  );
});
