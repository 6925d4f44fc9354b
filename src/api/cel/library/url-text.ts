import { CelError } from '../values/value.ts';
import { quoted } from './go-texts.ts';

/** The parts of a URL, as servers of the API read them: a path need not follow a scheme. */
export interface UrlParts {
  readonly scheme: string;
  readonly host: string;
  readonly path: string;
  /** The form as it was written. */
  readonly rawPath: string;
  readonly query: string;
}

/** All that is wrong, without the text around it. */
class UrlProblem extends Error {}

/** Throws CelError: an absolute URL, or an absolute path. */
export function parseRequestUrl(text: string): void {
  if (text === '') throw problemOf(text, 'empty url');
  parse(text, text, true);
}

/** Throws CelError. A fragment does not count. */
export function parseUrl(text: string): UrlParts {
  const hash = text.indexOf('#');
  return parse(hash < 0 ? text : text.slice(0, hash), text, false);
}

/** The reason for which a text is no URL, as operators and clients know it; undefined for one. */
export function urlProblem(text: string): string | undefined {
  try {
    parseUrl(text);
    return undefined;
  } catch (error) {
    if (error instanceof CelError) return error.message;
    throw error;
  }
}

const problemOf = (text: string, problem: string): CelError =>
  new CelError(`parse ${quoted(text)}: ${problem}`);

function parse(text: string, shown: string, isRequest: boolean): UrlParts {
  try {
    return partsOf(text, isRequest);
  } catch (error) {
    if (error instanceof UrlProblem) throw problemOf(shown, error.message);
    throw error;
  }
}

function partsOf(text: string, isRequest: boolean): UrlParts {
  if (/[\0-\x1f\x7f]/.test(text)) throw new UrlProblem('net/url: invalid control character in URL');
  const [scheme, behind] = schemeOf(text);
  const mark = behind.indexOf('?');
  const rest = mark < 0 ? behind : behind.slice(0, mark);
  const query = mark < 0 ? '' : behind.slice(mark + 1);
  if (!rest.startsWith('/')) {
    if (scheme !== '') return { scheme, host: '', path: '', rawPath: '', query };
    if (isRequest) throw new UrlProblem('invalid URI for request');
    if (rest.split('/')[0]!.includes(':'))
      throw new UrlProblem('first path segment in URL cannot contain colon');
  }
  const hasAuthority = (scheme !== '' || (!isRequest && !rest.startsWith('///'))) && rest.startsWith('//');
  if (!hasAuthority) return { scheme, host: '', path: unescaped(rest), rawPath: rest, query };
  const slash = rest.indexOf('/', 2);
  const authority = slash < 0 ? rest.slice(2) : rest.slice(2, slash);
  const rawPath = slash < 0 ? '' : rest.slice(slash);
  return { scheme, host: hostOf(authority), path: unescaped(rawPath), rawPath, query };
}

function schemeOf(text: string): [scheme: string, rest: string] {
  if (text.startsWith(':')) throw new UrlProblem('missing protocol scheme');
  const match = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(text);
  return match === null ? ['', text] : [match[1]!.toLowerCase(), text.slice(match[0].length)];
}

function hostOf(authority: string): string {
  const at = authority.lastIndexOf('@');
  if (at >= 0 && !/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(authority.slice(0, at))) {
    throw new UrlProblem('net/url: invalid userinfo');
  }
  const host = authority.slice(at + 1);
  if (host.startsWith('[')) {
    const end = host.lastIndexOf(']');
    if (end < 0) throw new UrlProblem("missing ']' in host");
    checkPort(host.slice(end + 1));
    return unescapedHost(host.replace('%25', '%'), true);
  }
  const colon = host.lastIndexOf(':');
  if (colon >= 0) checkPort(host.slice(colon));
  return unescapedHost(host, false);
}

function checkPort(port: string): void {
  if (!/^(?::\d*)?$/.test(port)) throw new UrlProblem(`invalid port ${quoted(port)} after host`);
}

function unescapedHost(host: string, hasZone: boolean): string {
  const invalid = /[ "\\^`{|}<>]/.exec(host);
  if (invalid !== null && !(hasZone && '<>"'.includes(invalid[0]))) {
    throw new UrlProblem(`invalid character ${quoted(invalid[0])} in host name`);
  }
  if (hasZone) return host;
  for (const [found] of host.matchAll(/%.{0,2}/g)) {
    if (!/^%[89a-fA-F][0-9a-fA-F]$/.test(found)) throw new UrlProblem(`invalid URL escape ${quoted(found)}`);
  }
  return unescaped(host);
}

/** Throws UrlProblem. */
function unescaped(text: string): string {
  if (!text.includes('%')) return text;
  const broken = /%(?![0-9a-fA-F]{2}).{0,2}/s.exec(text);
  if (broken !== null) throw new UrlProblem(`invalid URL escape ${quoted(broken[0])}`);
  const bytes = text.replaceAll(/%([0-9a-fA-F]{2})/g, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return text === Buffer.from(text).toString('latin1')
    ? Buffer.from(bytes, 'latin1').toString()
    : decodeLoosely(text);
}

function decodeLoosely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const plainPath = /^(?:[A-Za-z0-9\-._~$&+,/:;=@!'()*[\]]|%[0-9a-fA-F]{2})*$/;

/** The path with escapes: as it was written, if it was well written. */
export function escapedPath({ path, rawPath }: UrlParts): string {
  if (plainPath.test(rawPath)) return rawPath;
  return encodeURI(path).replaceAll(/[?#]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** All that is asked for, by name; what cannot be read is left out. */
export function queryOf(query: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const pair of query.split('&')) {
    if (pair === '' || pair.includes(';')) continue;
    const equals = pair.indexOf('=');
    try {
      const name = unescaped((equals < 0 ? pair : pair.slice(0, equals)).replaceAll('+', ' '));
      const value = unescaped((equals < 0 ? '' : pair.slice(equals + 1)).replaceAll('+', ' '));
      const known = found.get(name);
      if (known === undefined) found.set(name, [value]);
      else known.push(value);
    } catch (error) {
      if (!(error instanceof UrlProblem)) throw error;
    }
  }
  return found;
}
