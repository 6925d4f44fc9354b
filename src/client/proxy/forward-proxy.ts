import { hostAndPort } from '../fault-text.ts';

/** Passes connections on, or requests that are not encrypted. */
export interface ForwardProxy {
  protocol: 'http:' | 'https:';
  hostname: string;
  port: string;
  /** `proxy.example:3128` */
  host: string;
  /** The value of the header `Proxy-Authorization`. */
  authorization: string | undefined;
}

const ports = { 'http:': '80', 'https:': '443' };

/** Throws a text for the operator, without the credentials in the URL. */
export function forwardProxy(text: string): ForwardProxy {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) throw new Error('proxy-url: is no URL');
  const { protocol } = url;
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new Error(`proxy-url: a proxy of scheme ${JSON.stringify(protocol.slice(0, -1))} is not supported`);
  }
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = url.port || ports[protocol];
  const host = hostAndPort(hostname, Number(port));
  return { protocol, hostname, port, host, authorization: authorizationOf(url) };
}

function authorizationOf({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  try {
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return `Basic ${Buffer.from(credentials).toString('base64')}`;
  } catch {
    throw new Error('proxy-url: the credentials are not escaped as those of a URL');
  }
}
