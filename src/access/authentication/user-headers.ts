import { headerText } from '../../api/request/header-text.ts';
import type { Decision } from './authenticator.ts';

/** Which headers say what about a user. All in lower case. */
export interface UserHeaderNames {
  readonly usernameHeaders: readonly string[];
  readonly groupHeaders: readonly string[];
  readonly extraHeaderPrefixes: readonly string[];
  /** The first that has a value gives the UID; absent in releases that know none. */
  readonly uidHeaders?: readonly string[];
}

/** Every value of some headers, apart: a group may have a comma in its name. */
export class HeaderValues {
  readonly #values = new Map<string, string[]>();
  /** Whether all values are UTF-8. */
  readonly isText: boolean = true;

  /** `raw`: names and values by turns, as they came; `wanted`: names in lower case. */
  constructor(raw: readonly string[], wanted: readonly string[]) {
    for (const name of wanted) this.#values.set(name, []);
    for (let at = 0; at < raw.length; at += 2) {
      const values = this.#values.get(raw[at]!.toLowerCase());
      if (values === undefined) continue;
      const value = headerText(raw[at + 1]!);
      if (value === undefined) this.isText = false;
      else values.push(value);
    }
  }

  get names(): Iterable<string> {
    return this.#values.keys();
  }

  of(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }
}

/**
 * The user that a proxy tells of. Two values of the header that names the user are refused: one of them may have
 * come from the caller, past a proxy that only adds its own.
 */
export function userOfHeaders(headers: HeaderValues, names: UserHeaderNames): Decision {
  if (!headers.isText) return 'invalid';
  const naming = names.usernameHeaders.map((name) => headers.of(name)).find(([first = '']) => first !== '');
  if (naming === undefined) return 'none';
  if (naming.length > 1) return 'invalid';
  return {
    name: naming[0]!,
    uid: firstValue(headers, names.uidHeaders ?? []),
    groups: names.groupHeaders.flatMap((name) => headers.of(name)),
    extra: extraOf(headers, names.extraHeaderPrefixes),
  };
}

const firstValue = (headers: HeaderValues, names: readonly string[]): string =>
  names.map((name) => headers.of(name)[0] ?? '').find((value) => value !== '') ?? '';

function extraOf(headers: HeaderValues, prefixes: readonly string[]): Record<string, string[]> {
  const extra = new Map<string, string[]>();
  for (const prefix of prefixes) {
    for (const name of headers.names) {
      if (!name.startsWith(prefix)) continue;
      const key = unescaped(name.slice(prefix.length));
      extra.set(key, [...(extra.get(key) ?? []), ...headers.of(name)]);
    }
  }
  return Object.fromEntries(extra);
}

/** `scopes%2fmine` → `scopes/mine`; as it stands when that cannot be done. */
function unescaped(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}
