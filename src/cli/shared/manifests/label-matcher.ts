import { CliError } from '../errors/cli-error.ts';
import type { ManifestTarget } from '../resources/target.ts';

/** Whether the object of a file has the labels of `-l`; "" for every object. Rejects with CliError. */
export async function labelMatcher(text: string): Promise<(target: ManifestTarget) => boolean> {
  if (text === '') return () => true;
  const { parseLabelSelector } = await import('../../../api/selectors/label-selector.ts');
  try {
    const selector = parseLabelSelector(text);
    return ({ object }) => selector.matches((object.metadata['labels'] ?? {}) as Record<string, string>);
  } catch (error) {
    throw new CliError((error as Error).message);
  }
}
