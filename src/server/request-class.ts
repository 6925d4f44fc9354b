/** Watches and the like: neither limited in number nor in time like other requests. */
export function isLongRunning({ verb, subresource }: { verb: string; subresource: string }): boolean {
  return verb === 'watch' || verb === 'proxy' || longRunningSubresources.has(subresource);
}

const longRunningSubresources = new Set(['attach', 'exec', 'proxy', 'log', 'portforward']);

const readVerbs = new Set(['get', 'list', 'watch', 'head', 'options']);

export const isMutating = (verb: string): boolean => !readVerbs.has(verb);
