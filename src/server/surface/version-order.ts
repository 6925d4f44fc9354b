/** `v2beta1` is 2, beta, 1. */
const versionPattern = /^v([1-9]\d*)(?:(alpha|beta)([1-9]\d*))?$/;

const stages = ['alpha', 'beta', undefined];

/** The order of versions: v2, v1, v2beta1, v1beta2, v1alpha1, and then all other names by the alphabet. */
export function compareVersions(a: string, b: string): number {
  const [first, second] = [versionPattern.exec(a), versionPattern.exec(b)];
  if (first === null || second === null) {
    if (first === second) return a < b ? -1 : a > b ? 1 : 0;
    return first === null ? 1 : -1;
  }
  return (
    stages.indexOf(second[2]) - stages.indexOf(first[2]) ||
    Number(second[1]) - Number(first[1]) ||
    Number(second[3] ?? 0) - Number(first[3] ?? 0)
  );
}
