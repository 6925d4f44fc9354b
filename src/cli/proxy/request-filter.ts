import { CliError } from '../shared/errors/cli-error.ts';

export interface FilterRules {
  acceptHosts: string;
  acceptPaths: string;
  rejectPaths: string;
  rejectMethods: string;
}

/** Which requests pass. Each rule is a list of regular expressions. */
export class RequestFilter {
  readonly #acceptHosts: RegExp[];
  readonly #acceptPaths: RegExp[];
  readonly #rejectPaths: RegExp[];
  readonly #rejectMethods: RegExp[];

  /** Throws CliError for what is no regular expression. */
  constructor({ acceptHosts, acceptPaths, rejectPaths, rejectMethods }: FilterRules) {
    this.#acceptHosts = patterns(acceptHosts);
    this.#acceptPaths = patterns(acceptPaths);
    this.#rejectPaths = patterns(rejectPaths);
    this.#rejectMethods = patterns(rejectMethods);
  }

  /** `host`: of the header, with its port. */
  accepts(method: string, host: string, path: string): boolean {
    const name = host.replace(/:\d+$/, '');
    const pathname = normal(path);
    if (matches(pathname, this.#rejectPaths) || matches(method, this.#rejectMethods)) return false;
    return matches(pathname, this.#acceptPaths) && matches(name, this.#acceptHosts);
  }
}

/** The path as the server reads it: escapes and steps up must not lead past a rule. */
function normal(path: string): string {
  const { pathname } = new URL(path.replace(/^\/+/, '/'), 'http://proxy');
  try {
    return new URL(decodeURIComponent(pathname).replace(/^\/+/, '/').replaceAll(/[?#]/g, '_'), 'http://proxy')
      .pathname;
  } catch {
    return pathname;
  }
}

const matches = (text: string, rules: readonly RegExp[]): boolean => rules.some((rule) => rule.test(text));

function patterns(list: string): RegExp[] {
  return list
    .split(',')
    .filter((text) => text !== '')
    .map((text) => {
      try {
        return new RegExp(text);
      } catch (error) {
        throw new CliError((error as Error).message, 1, { cause: error });
      }
    });
}
