/** A host of a URL without the brackets that it has around an IPv6 address there: `[::1]` is `::1`. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');
