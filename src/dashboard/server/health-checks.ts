/** A health check of the server. */
export interface Check {
  name: string;
  isWell: boolean;
  /** The server's words about it. */
  said: string;
}

/** The checks in the text of `/readyz?verbose`: `[+]etcd ok`, `[-]etcd failed: reason withheld`. */
export function checksIn(text: string): Check[] {
  return [...text.matchAll(/^.*?\[([+-])\](\S+) (.*)$/gm)].map(([, sign, name, said]) => ({
    name: name!,
    isWell: sign === '+',
    said: said!,
  }));
}
