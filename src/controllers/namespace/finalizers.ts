import type { CoreV1NamespaceSpec } from '../../api/schema/types.gen.ts';

/** The same without the finalizer; the others sorted, each once. */
export function withoutFinalizer(spec: CoreV1NamespaceSpec, finalizer: string): CoreV1NamespaceSpec {
  const others = new Set((spec.finalizers ?? []).filter((name) => name !== finalizer));
  return { ...spec, finalizers: [...others].sort() };
}
