/** Steps for all expressions that are compiled without a stop: so much takes some tenths of a second. */
export const maxCompileSteps = 2_000;

/** An expression is one step, and once more each fifty characters of it. */
export const compileSteps = (text: string): number => 1 + text.length / 50;
