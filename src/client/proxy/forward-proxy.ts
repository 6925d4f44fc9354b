import { bareHost } from '../../util/bare-host.ts';
import { hostAndPort } from '../connection-error-text.ts';

/** Passes connections on; an HTTP proxy passes requests on that are not encrypted. */
export interface ForwardProxy {
  protocol: 'http:' | 'https:' | 'socks5:';
  hostname: string;
  port: string;
  /** `proxy.example:3128` */
  host: string;
  /** The value of the header `Proxy-Authorization`. */
  authorization: string | undefined;
  credentials: { name: string; password: string } | undefined;
}

const ports = { 'http:': '80', 'https:': '443', 'socks5:': '1080' };
const isProtocol = (protocol: string): protocol is ForwardProxy['protocol'] => Object.hasOwn(ports, protocol);

/** Throws a start-up error, without the credentials in the URL. */
export function forwardProxy(text: string): ForwardProxy {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) throw new Error('proxy-url: is no URL');
  const { protocol } = url;
  if (!isProtocol(protocol)) {
    throw new Error(`proxy-url: a proxy of scheme ${JSON.stringify(protocol.slice(0, -1))} is not supported`);
  }
  const hostname = bareHost(url.hostname);
  const port = url.port || ports[protocol];
  const host = hostAndPort(hostname, Number(port));
  const credentials = credentialsOf(url);
  return { protocol, hostname, port, host, authorization: authorizationOf(credentials), credentials };
}

function credentialsOf({ username, password }: URL): ForwardProxy['credentials'] {
  if (username === '' && password === '') return undefined;
  try {
    return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    throw new Error('proxy-url: the credentials are not escaped as those of a URL');
  }
}

function authorizationOf(credentials: ForwardProxy['credentials']): string | undefined {
  if (credentials === undefined) return undefined;
  return `Basic ${Buffer.from(`${credentials.name}:${credentials.password}`).toString('base64')}`;
}
