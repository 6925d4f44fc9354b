/** See x509-library.ts. A real implementation that was loaded before stays. */
const reflect = Reflect as { getMetadata?: () => unknown; getOwnMetadata?: () => unknown };
reflect.getMetadata ??= () => undefined;
reflect.getOwnMetadata ??= () => undefined;
