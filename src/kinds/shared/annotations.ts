interface Annotated {
  metadata: { annotations?: Record<string, string> };
}

/** Sets an annotation, or removes it when `value` is undefined. */
export function setAnnotation({ metadata }: Annotated, key: string, value: string | undefined): void {
  const { [key]: _, ...others } = metadata.annotations ?? {};
  const annotations = value === undefined ? others : { ...others, [key]: value };
  if (Object.keys(annotations).length > 0) metadata.annotations = annotations;
  else delete metadata.annotations;
}
