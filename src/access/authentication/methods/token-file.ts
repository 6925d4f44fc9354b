import { readFile } from 'node:fs/promises';
import type { User } from '../../../api/meta/user.ts';
import type { TokenAuthenticator } from '../authenticator.ts';
import { CsvError, type CsvRecord, parseCsv } from '../csv.ts';
import type { AuthenticationMethod } from '../method.ts';
import { tokenDigest } from '../token-digest.ts';

/**
 * Tokens that stand in a file: a line each, `token,name,uid` and then the groups, several in one quoted field:
 *
 *     31ada4fd,jane,42,"developers,testers"
 */
export class TokenFileAuthenticator implements TokenAuthenticator {
  /** By the digests of their tokens. */
  readonly #users: ReadonlyMap<string, User>;

  /** Throws a start-up error, with the line, when this is not such a file. */
  constructor(text: string, report: (message: string) => void) {
    this.#users = usersOf(text, report);
  }

  authenticateToken(token: string, digest = tokenDigest(token)): User | undefined {
    return this.#users.get(digest);
  }
}

/** An error of a record that says less than whom a token is for. */
class TooFewColumns extends CsvError {
  constructor(found: number) {
    super(`must have at least 3 columns (token, user name, user uid), found ${found}`);
  }
}

/** Users by the digests of their tokens: of a token that is there twice the later record counts. */
function usersOf(text: string, report: (message: string) => void): Map<string, User> {
  const users = new Map<string, User>();
  let number = 0;
  for (const record of parseCsv(text.replace(/^\ufeff/, ''))) {
    const { line, fields } = record;
    if (fields.length < 3) throw new TooFewColumns(fields.length);
    number += 1;
    if (fields[0] === '') {
      report(`has no token in record ${number}, which is passed over`);
      continue;
    }
    if (fields[1] === '') throw new CsvError(`line ${line}: the user name is empty`);
    users.set(tokenDigest(fields[0]!), userOf(record));
  }
  return users;
}

function userOf({ fields: [, name, uid, ...groups] }: CsvRecord): User {
  const names = groups.flatMap((field) => field.split(',')).filter((group) => group !== '');
  return { name: name!, uid: uid!, groups: names, extra: {} };
}

export const tokenFile: AuthenticationMethod<TokenAuthenticator> = {
  name: 'token-file',
  flags: [
    {
      name: 'token-auth-file',
      type: 'text',
      value: 'file',
      description: 'CSV of bearer tokens: token, user name, user uid and, optionally, groups; read once',
    },
  ],
  create: async (flags, { report }) => {
    const path = flags.text('token-auth-file');
    if (path === undefined) return undefined;
    const text = await readFile(path, 'utf8');
    try {
      return new TokenFileAuthenticator(text, (message) => report(`token file '${path}' ${message}`));
    } catch (error) {
      if (error instanceof TooFewColumns) throw new Error(`token file '${path}' ${error.message}`);
      throw error;
    }
  },
};
