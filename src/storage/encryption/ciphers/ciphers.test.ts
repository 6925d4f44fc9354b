import { describe, expect, it } from 'vitest';
import { expand, seededCipher } from '../kms/seeded-cipher.ts';
import { aesCbc } from './aes-cbc.ts';
import { aesGcm } from './aes-gcm.ts';
import type { Cipher } from './cipher.ts';
import { loadSecretbox } from './secretbox.ts';

const secretbox = await loadSecretbox();

const key = Buffer.from(Array.from({ length: 32 }, (_, at) => at));
const place = '/registry/secrets/default/s';
const value = Buffer.from('{"a":1}');
const fill = (byte: number) => (size: number) => Buffer.alloc(size, byte);
const hex = (text: string) => Buffer.from(text, 'hex');

describe('the documented bytes', () => {
  it('values encrypted by AES-CBC have the documented bytes', () => {
    const expected = `${'aa'.repeat(16)}9683b4ca46e1fd0a8413e70882accdf9`;
    expect(aesCbc(key, fill(0xaa)).encrypt(value, place).toString('hex')).toBe(expected);
  });

  it('values encrypted by AES-GCM have the documented bytes', () => {
    const expected = `${'aa'.repeat(12)}d4838c0626dbea78dd390e5fb1f9c3886b094b7645e436`;
    expect(aesGcm(key, fill(0xaa)).encrypt(value, place).toString('hex')).toBe(expected);
  });

  it('of keys that are derived from a seed', () => {
    const info = fill(0xbb)(32);
    expect(expand(key, info).toString('hex')).toBe(
      'acb8f362d559d22f6fb98c9f0c9ce31bf0dbbc4299603b4eb36870d10ddd2725',
    );
    const random = (size: number) => fill(size === 32 ? 0xbb : 0xaa)(size);
    const expected = `${'bb'.repeat(32)}${'aa'.repeat(12)}bfa6c4f2f7d48a2f51c936e5032ed972dd26f333cb3d47`;
    expect(seededCipher(key, random).encrypt(value, place).toString('hex')).toBe(expected);
  });

  // The example of the NaCl documentation: its first bytes.
  it('values encrypted by secretbox have the documented bytes', () => {
    const secret = hex('1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389');
    const nonce = hex('69696ee955b62b73cd62bda875fc73d68219e0036b7a0b37');
    const message = hex(
      'be075fc53c81f2d5cf141316ebeb0c7b5228c52a4c62cbd44b66849b64244ffce5ecbaaf33bd751a1ac728d45e6c61296cdc3c01' +
        '233561f41db66cce314adb310e3be8250c46f06dceea3a7fa1348057e2f6556ad6b1318a024a838f21af1fde048977eb48f59ff' +
        'd4924ca1c60902e52f0a089bc76897040e082f937763848645e0705',
    );
    const box = secretbox(secret, () => nonce).encrypt(message, place);
    expect(box.subarray(24, 56).toString('hex')).toBe(
      'f3ffc7703f9400e52a7dfb4b3d3305d98e993b9f48681273c29650ba32fc76ce',
    );
  });
});

const ciphers: Record<string, Cipher> = {
  'aes-cbc': aesCbc(key),
  'aes-gcm': aesGcm(key),
  'aes-128-gcm': aesGcm(key.subarray(0, 16)),
  'aes-192-cbc': aesCbc(key.subarray(0, 24)),
  secretbox: secretbox(key),
  seeded: seededCipher(key),
};

describe.each(Object.entries(ciphers))('%s', (_, cipher) => {
  it.each([0, 1, 15, 16, 17, 6144])('reads what it wrote, of %d bytes', (size) => {
    const plain = Buffer.alloc(size, 'x');
    const written = cipher.encrypt(plain, place);
    expect(written.includes('xxxxx')).toBe(false);
    expect(cipher.decrypt(written, place)).toEqual(plain);
  });

  it('never writes the same twice', () => {
    expect(cipher.encrypt(value, place)).not.toEqual(cipher.encrypt(value, place));
  });
});

const iv = Buffer.alloc(16, 0xaa);
const short = 'the stored data was shorter than the required size';
const unauthentic = 'cipher: message authentication failed';
const box = 'output array was not large enough for encryption';
const padded = (last: number[]) => {
  // A block that decrypts to this: AES-CBC without padding of its own.
  const block = Buffer.concat([Buffer.alloc(16 - last.length, 0x41), Buffer.from(last)]);
  return aesCbc(key, () => iv)
    .encrypt(block, place)
    .subarray(0, 32);
};

it.each<[string, Cipher, Buffer, string]>([
  ['CBC, nothing', aesCbc(key), Buffer.alloc(0), short],
  ['CBC, less than the IV', aesCbc(key), Buffer.alloc(15), short],
  ['CBC, the IV alone', aesCbc(key), iv, 'invalid PKCS7 data (empty or not padded)'],
  ['CBC, half a block', aesCbc(key), Buffer.alloc(40), 'the stored data is not a multiple of the block size'],
  ['CBC, padding of no bytes', aesCbc(key), padded([0]), 'invalid PKCS7 data (empty or not padded)'],
  ['CBC, padding of 17 bytes', aesCbc(key), padded([17]), 'invalid PKCS7 data (empty or not padded)'],
  ['CBC, unequal padding', aesCbc(key), padded([1, 2, 3]), 'invalid padding on input'],
  ['GCM, less than the nonce', aesGcm(key), Buffer.alloc(11), short],
  ['GCM, less than nonce and tag', aesGcm(key), Buffer.alloc(27), unauthentic],
  ['GCM, other bytes', aesGcm(key), Buffer.alloc(60), unauthentic],
  [
    'GCM, of another place',
    aesGcm(key),
    aesGcm(key).encrypt(value, '/registry/secrets/default/t'),
    unauthentic,
  ],
  ['secretbox, less than nonce and tag', secretbox(key), Buffer.alloc(39), short],
  ['secretbox, other bytes', secretbox(key), Buffer.alloc(60), box],
  ['a seed, less than the info', seededCipher(key), Buffer.alloc(31), short],
  ['a seed, other bytes', seededCipher(key), Buffer.alloc(90), unauthentic],
])('refuses what it did not write: %s', (_, cipher, payload, message) => {
  expect(() => cipher.decrypt(payload, place)).toThrow(expect.objectContaining({ message }));
});
