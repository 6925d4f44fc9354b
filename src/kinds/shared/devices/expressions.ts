import { parseExpression } from '../../../api/cel/compiler.ts';

/** What a selector is compiled to: its cost in the worst case, or what is wrong with it. */
export type CompiledSelector = { readonly cost: number } | { readonly problem: string };

/** The expressions that tell which devices are meant. */
export interface DeviceExpressions {
  /** `isStored`: one that is in the store may use what only later releases accept. */
  compile(text: string, isStored: boolean): CompiledSelector;
}

export const deviceExpressions: DeviceExpressions = {
  compile(text) {
    try {
      parseExpression(text);
      return { cost: 0 };
    } catch (error) {
      return { problem: `compilation failed: ${(error as Error).message}` };
    }
  },
};
