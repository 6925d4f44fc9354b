import type { Macro } from '../syntax/macro-table.ts';
import { listMacros, optionalMacros, twoVariableMacros } from '../syntax/macros.ts';
import type { FunctionDeclaration } from '../types/overloads.ts';
import { dynType, optionalOf, type Type } from '../types/types.ts';
import { authorizerFunctions, selectorFunctions } from './authorizer.ts';
import { formats } from './formats.ts';
import { listExtension } from './list-extension.ts';
import { listFunctions } from './lists.ts';
import { mapInsertion } from './map-insertion.ts';
import { cidrFunctions, cidrType, ipFunctions, ipType } from './network.ts';
import { optionals } from './optionals.ts';
import { quantities } from './quantities.ts';
import { regex } from './regex.ts';
import { semvers } from './semvers.ts';
import { sets } from './sets.ts';
import { formattedStrings, strings } from './strings.ts';
import { urls } from './urls.ts';

/** Functions, macros and types that came together. */
export interface Library {
  /** The minor release that has it first; it may be written in new expressions one release later. */
  readonly since: number;
  readonly functions: readonly FunctionDeclaration[];
  /** Whether a call cost 1 in policies before costs were enforced strictly. */
  readonly isLenient?: true;
  readonly macros?: Readonly<Record<string, Macro>>;
  /** Types that expressions can name. */
  readonly types?: Readonly<Record<string, Type>>;
}

/** All that the language itself has grown by. */
export const sinceOptionals = 28;
export const sinceMixedComparisons = 28;
export const sinceValidators = 29;
export const sinceFreePresence = 29;

/** All that environments of a release may have. */
export const libraries: readonly Library[] = [
  { since: 0, functions: strings },
  { since: 0, functions: listFunctions },
  { since: 0, functions: regex },
  { since: 0, functions: working(8, urls) },
  {
    since: sinceOptionals,
    functions: optionals,
    macros: optionalMacros,
    types: { optional_type: optionalOf(dynType) },
  },
  { since: 28, functions: working(5, quantities), isLenient: true },
  { since: 29, functions: formattedStrings },
  { since: 29, functions: sets },
  { since: 30, functions: working(2, ipFunctions), isLenient: true, types: { 'net.IP': ipType } },
  { since: 30, functions: working(5, cidrFunctions), isLenient: true, types: { 'net.CIDR': cidrType } },
  { since: 31, functions: formats, isLenient: true },
  { since: 32, functions: mapInsertion, macros: twoVariableMacros },
  { since: 33, functions: working(4, semvers) },
  { since: 34, functions: listExtension, macros: listMacros },
];

/** Functions that read texts or make values of their own. */
function working(steps: number, functions: readonly FunctionDeclaration[]): FunctionDeclaration[] {
  return functions.map((declaration) => Object.assign({}, declaration, { steps }));
}

/** Only where the variable `authorizer` is declared. */
export const authorizerLibraries: readonly Library[] = [
  { since: 27, functions: authorizerFunctions },
  { since: 31, functions: selectorFunctions },
];
