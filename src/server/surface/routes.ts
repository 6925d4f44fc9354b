import type { ServedResource } from './api-surface.ts';

/** The kind and verbs of a subresource. */
export interface SubresourceDescription {
  verbs: readonly string[];
  /** Group, version and kind of what it takes and gives, when that is not the resource's own. */
  kind?: { group: string; version: string; kind: string };
}

/** The verbs of resources. */
export interface Routes {
  /** Verbs of the main resource, sorted. */
  verbsOf(served: ServedResource): readonly string[];
  /** Undefined for a subresource that is not served. */
  describeSubresource(served: ServedResource, name: string): SubresourceDescription | undefined;
}
