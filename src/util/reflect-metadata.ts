/** See x509-library.ts. Does not replace a real implementation. */
const reflect = Reflect as { getMetadata?: () => unknown; getOwnMetadata?: () => unknown };
reflect.getMetadata ??= () => undefined;
reflect.getOwnMetadata ??= () => undefined;
