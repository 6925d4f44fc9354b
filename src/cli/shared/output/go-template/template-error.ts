/** A text that is no template, or a template that an object does not fit. The message has the place in it. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

/** A function refuses its arguments: the executor adds where it was called. */
export class FunctionError extends Error {
  override readonly name = 'FunctionError';
}
