interface Annotated {
  metadata: { annotations?: Record<string, string> };
}

/** Sets one annotation, or takes it away when there is no text. */
export function setAnnotation({ metadata }: Annotated, key: string, text: string | undefined): void {
  const { [key]: _, ...others } = metadata.annotations ?? {};
  const annotations = text === undefined ? others : { ...others, [key]: text };
  if (Object.keys(annotations).length > 0) metadata.annotations = annotations;
  else delete metadata.annotations;
}
