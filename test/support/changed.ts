/** Values by path, `{ 'spec.containers[0].image': '' }`; undefined takes away. `['a.b']` is one key with a dot. */
export type Change = Record<string, unknown>;

/** `a.b[0]['c.d']` becomes a, b, 0, c.d. */
function steps(path: string): string[] {
  return [...path.matchAll(/\['([^']*)'\]|\[(\d+)\]|([^.[\]]+)/g)].map(
    ([, key, index, name]) => key ?? index ?? name!,
  );
}

export function changed(object: any, change: Change): any {
  const result = structuredClone(object);
  for (const [path, value] of Object.entries(change)) {
    const names = steps(path);
    const last = names.pop()!;
    let at = result;
    names.forEach((name, index) => {
      const next = names[index + 1] ?? last;
      at = at[name] ??= /^\d+$/.test(next) ? [] : {};
    });
    if (value === undefined) delete at[last];
    else at[last] = structuredClone(value);
  }
  return result;
}
