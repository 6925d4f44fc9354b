import { expressionTypes } from '../../meta/dialect.ts';
import type { FunctionDeclaration, Implementation } from '../types/overloads.ts';
import { boolType, listOf, mapOf, opaqueType, stringType } from '../types/types.ts';
import { ArrayList, EntryMap } from '../values/collections.ts';
import { CelError, type CelValue, OpaqueValue } from '../values/value.ts';
import { declare, method, plain, traversal } from './declare.ts';
import { escapedPath, parseRequestUrl, parseUrl, queryOf, type UrlParts } from './url-text.ts';

const urlType = opaqueType(`${expressionTypes}.URL`);

class UrlValue extends OpaqueValue {
  readonly typeName = `${expressionTypes}.URL`;
  readonly #text: string;
  readonly parts: UrlParts;

  constructor(text: string) {
    super();
    this.#text = text;
    this.parts = parseUrl(text);
  }

  equals(other: OpaqueValue): boolean {
    return other instanceof UrlValue && other.#text === this.#text;
  }
}

/** Throws CelError. */
function urlOf(text: string): UrlValue {
  try {
    parseRequestUrl(text);
    return new UrlValue(text);
  } catch (error) {
    if (!(error instanceof CelError)) throw error;
    throw new CelError(`URL parse error during conversion from string: ${error.message}`);
  }
}

const isUrl: Implementation = ([text], budget) => {
  budget.work((text as string).length / 4);
  try {
    parseRequestUrl(text as string);
    return true;
  } catch (error) {
    if (error instanceof CelError) return false;
    throw error;
  }
};

const url: Implementation = ([text], budget) => {
  budget.work((text as string).length / 4);
  return urlOf(text as string);
};

const part =
  (of: (parts: UrlParts) => CelValue): Implementation =>
  ([given]) =>
    of((given as UrlValue).parts);

/** A host without its port and brackets, and the port. */
function hostAndPort(host: string): [string, string] {
  const match = /^(.*?)(?::(\d*))?$/s.exec(host)!;
  if (host.startsWith('[')) {
    const end = host.lastIndexOf(']');
    return [host.slice(1, end), host.slice(end + 2)];
  }
  return [match[1]!, match[2] ?? ''];
}

const query = ({ query: text }: UrlParts): CelValue =>
  new EntryMap([...queryOf(text)].map(([name, values]) => [name, new ArrayList(values)] as const));

const getters: readonly (readonly [string, (parts: UrlParts) => CelValue])[] = [
  ['getScheme', ({ scheme }) => scheme],
  ['getHost', ({ host }) => host],
  ['getHostname', ({ host }) => hostAndPort(host)[0]],
  ['getPort', ({ host }) => hostAndPort(host)[1]],
  ['getEscapedPath', escapedPath],
];

export const urls: readonly FunctionDeclaration[] = [
  declare('url', plain([stringType], urlType, url, traversal())),
  declare('isURL', plain([stringType], boolType, isUrl, traversal())),
  ...getters.map(([name, of]) => declare(name, method([urlType], stringType, part(of)))),
  declare('getQuery', method([urlType], mapOf(stringType, listOf(stringType)), part(query))),
];
