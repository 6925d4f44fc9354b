import { expect, it } from 'vitest';
import { checkedLookup, dialling, isLocal } from './dialled-address.ts';

/** Answers of a resolver, in order: the one that is asked last is given again. */
const answers: string[][] = [];
let asked = 0;

const resolver: Parameters<typeof checkedLookup>[2] = (_name, _options, done) => {
  const addresses = answers[Math.min(asked++, answers.length - 1)]!;
  done(
    null,
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  );
};

const dial = (host: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    checkedLookup(host, dialling(false), resolver)(host, { all: true }, (error, found) => {
      if (error) reject(error);
      else resolve(found);
    });
  });

it('gives the address that was checked to the connection: the resolver is asked once (CVE-2020-8562)', async () => {
  answers.splice(0, answers.length, ['192.0.2.1'], ['127.0.0.1']);
  asked = 0;
  expect(await dial('node.example')).toEqual([{ address: '192.0.2.1', family: 4 }]);
  expect(asked).toBe(1);
  await expect(dial('node.example')).rejects.toThrow('address not allowed');
});

it('refuses a name that has one address which is not allowed among others', async () => {
  answers.splice(0, answers.length, ['192.0.2.1', '::1']);
  asked = 0;
  await expect(dial('node.example')).rejects.toThrow('address not allowed');
});

it.each([
  ['127.0.0.1', true],
  ['127.255.255.254', true],
  ['169.254.169.254', true],
  ['0.0.0.0', true],
  ['224.0.0.1', true],
  ['255.255.255.255', true],
  ['::', true],
  ['::1', true],
  ['fe80::1', true],
  ['ff02::1', true],
  ['::ffff:127.0.0.1', true],
  ['::ffff:169.254.169.254', true],
  ['::ffff:7f00:1', true],
  ['::127.0.0.1', true],
  ['::a9fe:a9fe', true],
  ['::ffff:0:127.0.0.1', true],
  ['64:ff9b::127.0.0.1', true],
  ['64:ff9b::a9fe:a9fe', true],
  ['64:ff9b:1::127.0.0.1', true],
  ['2002:7f00:1::', true],
  ['2002:a9fe:a9fe:1::2', true],
  ['fe80::1%eth0', true],
  ['64:ff9b::10.0.0.1', false],
  ['2002:a00:1::', false],
  ['::10.0.0.1', false],
  ['10.0.0.1', false],
  ['192.0.2.1', false],
  ['2001:db8::1', false],
  ['::ffff:10.0.0.1', false],
])('%s is local: %s', (address, expected) => expect(isLocal(address)).toBe(expected));
