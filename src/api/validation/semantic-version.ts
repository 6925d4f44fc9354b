const number = '(?:0|[1-9][0-9]*)';
const identifier = `(?:${number}|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*)`;
const core = `(${number})\\.(${number})\\.(${number})`;
const preRelease = `(?:-(${identifier}(?:\\.${identifier})*))?`;
const build = '(?:\\+[0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*)?';

/** A version as semver.org says it: `1.36.3-beta.1+build`. Its groups are major, minor, patch and what comes before the release. */
export const semanticVersion = new RegExp(`^${core}${preRelease}${build}$`);
