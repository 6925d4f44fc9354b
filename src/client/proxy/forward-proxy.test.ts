import { describe, expect, it } from 'vitest';
import { forwardProxy } from './forward-proxy.ts';

it.each([
  ['http://proxy.example', 'http:', 'proxy.example', '80', 'proxy.example:80'],
  ['http://proxy.example:3128/', 'http:', 'proxy.example', '3128', 'proxy.example:3128'],
  ['https://proxy.example', 'https:', 'proxy.example', '443', 'proxy.example:443'],
  ['socks5://proxy.example', 'socks5:', 'proxy.example', '1080', 'proxy.example:1080'],
  ['http://[::1]:3128', 'http:', '::1', '3128', '[::1]:3128'],
])('%s is a place', (url, protocol, hostname, port, host) => {
  expect(forwardProxy(url)).toEqual({
    protocol,
    hostname,
    port,
    host,
    authorization: undefined,
    credentials: undefined,
  });
});

it.each([
  ['joe:secret', 'joe:secret'],
  ['joe', 'joe:'],
  ['joe:a%40b%3Ac', 'joe:a@b:c'],
])('credentials %s are those of the header', (credentials, decoded) => {
  expect(forwardProxy(`http://${credentials}@proxy.example`).authorization).toBe(
    `Basic ${Buffer.from(decoded).toString('base64')}`,
  );
});

describe('refused, without its credentials', () => {
  it.each([
    ['http://joe:secret%zz@proxy.example', 'proxy-url: the credentials are not escaped as those of a URL'],
    ['ftp://joe:secret@proxy.example', 'proxy-url: a proxy of scheme "ftp" is not supported'],
    ['//joe:secret@proxy', 'proxy-url: is no URL'],
  ])('%s', (url, message) => {
    expect(() => forwardProxy(url)).toThrow(new Error(message));
  });
});
