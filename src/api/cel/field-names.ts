const reserved = new Set(
  (
    'true false null in as break const continue else for function if import let loop package namespace return ' +
    'void var while'
  ).split(' '),
);

/**
 * The name of a property in an expression; undefined for one that no expression can name.
 *
 *     a-b.c/d    a__dash__b__dot__c__slash__d
 *     a__b       a__underscores__b
 *     namespace  __namespace__
 */
export function escapedName(name: string): string | undefined {
  if (reserved.has(name)) return `__${name}__`;
  const escaped = name
    .replaceAll('__', '__underscores__')
    .replaceAll('.', '__dot__')
    .replaceAll('-', '__dash__')
    .replaceAll('/', '__slash__');
  return /^[A-Za-z_]\w*$/.test(escaped) ? escaped : undefined;
}
