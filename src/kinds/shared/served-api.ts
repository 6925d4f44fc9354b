import type { KindDependencies } from '../../registry/kind-rules.ts';

/** The API that is served: its words, and what its release has. */
export type ServedApi = Pick<KindDependencies, 'dialect' | 'gates'>;
