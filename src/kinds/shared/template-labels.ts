import type {
  CoreV1PodTemplateSpec,
  MetaV1LabelSelector,
  MetaV1ObjectMeta,
} from '../../api/schema/types.gen.ts';

interface Templated {
  metadata: MetaV1ObjectMeta;
  spec: { selector?: MetaV1LabelSelector | null; template: CoreV1PodTemplateSpec };
}

/** In the first versions who said no selector, or no labels, meant those of the template. */
export function takeLabelsFromTemplate({ metadata, spec }: Templated): void {
  const { labels } = spec.template.metadata;
  if (labels === undefined) return;
  spec.selector ??= { matchLabels: { ...labels } };
  metadata.labels ??= { ...labels };
}
